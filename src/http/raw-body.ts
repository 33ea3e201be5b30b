/** Reads bodies from the raw request, whatever its method: two operations of the field's clients carry one on GET. */
import type { IncomingMessage } from 'node:http';
import { LoupeError } from '../kernel/errors.js';
import { openBody } from './body.js';
import { readAway } from './read-away.js';
import { charsetOf, decodeText, type NamedText, parseUrlEncoded } from './text.js';

/** @throws LoupeError PAYLOAD_TOO_LARGE; the rest of the body is read away so that the answer arrives */
async function readRawBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const { bytes, stop } = await openBody(request);
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of bytes) {
      length += chunk.length;
      if (length > maxBytes) break;
      chunks.push(chunk);
    }
    if (length > maxBytes) {
      throw new LoupeError('PAYLOAD_TOO_LARGE', `The request body is larger than ${maxBytes} bytes.`);
    }
  } catch (error) {
    // Only now: a stream that is being iterated does not flow.
    stop();
    await readAway(request);
    throw error;
  }
  return Buffer.concat(chunks);
}

/** A body as text, in the charset of its Content-Type. @throws LoupeError also as `decodeText` */
export async function readTextBody(request: IncomingMessage, maxBytes: number): Promise<string> {
  const bytes = await readRawBody(request, maxBytes);
  return decodeText(bytes, charsetOf(request.headers['content-type']), 'body');
}

/** The pairs of a form-encoded body, in the charset of its Content-Type. @throws LoupeError also as `parseUrlEncoded` */
export async function readUrlEncodedBody(
  request: IncomingMessage,
  maxBytes: number,
): Promise<readonly NamedText[]> {
  const bytes = await readRawBody(request, maxBytes);
  return parseUrlEncoded(bytes, charsetOf(request.headers['content-type']));
}
