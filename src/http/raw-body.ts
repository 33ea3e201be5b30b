/** Reads bodies from the raw request, whatever its method: two operations of the field's clients carry one on GET. */
import type { IncomingMessage } from 'node:http';
import { LoupeError } from '../errors.js';
import { readAway } from './read-away.js';

/** @throws LoupeError PAYLOAD_TOO_LARGE; the rest of the body is read away so that the answer arrives */
async function readRawBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) break;
    chunks.push(chunk);
  }
  if (length > maxBytes) {
    // Only now: a stream that is being iterated does not flow.
    await readAway(request);
    throw new LoupeError('PAYLOAD_TOO_LARGE', `The request body is larger than ${maxBytes} bytes.`);
  }
  return Buffer.concat(chunks);
}

/** A body as text: UTF-8, without a byte order mark. */
export async function readTextBody(request: IncomingMessage, maxBytes: number): Promise<string> {
  const text = (await readRawBody(request, maxBytes)).toString('utf8');
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
