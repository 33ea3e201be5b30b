/** Requests to addresses that others name: without redirects, and to public addresses alone unless that is allowed. */
import { type OutgoingHttpHeaders, request as requestHttp } from 'node:http';
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
}

/**
 * Sends a request over a connection of its own; the body of the answer is not read.
 *
 * @param url of the scheme http or https
 * @throws ClosedAddressError, or Error when there was no answer
 */
export async function sendOutgoing(
  url: string,
  { method, headers, body, allowsPrivate, signal }: OutgoingRequest,
): Promise<OutgoingAnswer> {
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
    request.on('response', (response) => {
      response.destroy();
      resolve({ status: response.statusCode ?? 0, location: response.headers.location ?? null });
    });
    request.end(body);
  });
}
