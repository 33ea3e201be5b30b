/** Requests to addresses that others name: without redirects, and to public addresses alone unless that is allowed. */
import { type IncomingMessage, type OutgoingHttpHeaders, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { ClosedAddressError, isPublicAddress, lookupPublic } from './public-address.js';

export interface OutgoingRequest {
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly headers: OutgoingHttpHeaders;
  readonly body?: string;
  /** Whether addresses of private networks may be connected to. */
  readonly allowsPrivate: boolean;
  readonly signal: AbortSignal;
}

export interface OutgoingAnswer {
  readonly status: number;
  readonly location: string | null;
  readonly contentType: string | null;
}

/**
 * Sends a request over a connection of its own; the body of the answer is not read.
 *
 * @param url of the scheme http or https
 * @throws ClosedAddressError, or Error when there was no answer
 */
export async function sendOutgoing(url: string, outgoing: OutgoingRequest): Promise<OutgoingAnswer> {
  return answerOf(url, outgoing, (response) => {
    response.destroy();
    return Promise.resolve(factsOf(response));
  });
}

/**
 * As `sendOutgoing`, and reads the body.
 *
 * @throws ClosedAddressError, BodyTooLargeError, or Error when there was no answer
 */
export async function readOutgoing(
  url: string,
  outgoing: OutgoingRequest,
  mostBytes: number,
): Promise<OutgoingAnswer & { readonly body: Buffer }> {
  return answerOf(url, outgoing, async (response) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > mostBytes) {
        response.destroy();
        throw new BodyTooLargeError();
      }
      chunks.push(chunk);
    }
    return { ...factsOf(response), body: Buffer.concat(chunks) };
  });
}

export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
}

async function answerOf<Answer>(
  url: string,
  { method, headers, body, allowsPrivate, signal }: OutgoingRequest,
  read: (response: IncomingMessage) => Promise<Answer>,
): Promise<Answer> {
  const { protocol, hostname } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  // Names are looked at when they are resolved for the connection itself; addresses are never resolved.
  if (!allowsPrivate && isIP(host) !== 0 && !isPublicAddress(host)) throw new ClosedAddressError();
  const send = protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request = send(url, {
      method,
      headers,
      agent: false,
      signal,
      ...(allowsPrivate ? {} : { lookup: lookupPublic }),
    });
    request.on('error', reject);
    request.on('response', (response) => void read(response).then(resolve, reject));
    request.end(body);
  });
}

function factsOf({ statusCode = 0, headers }: IncomingMessage): OutgoingAnswer {
  const { location = null } = headers;
  return { status: statusCode, location, contentType: headers['content-type'] ?? null };
}
