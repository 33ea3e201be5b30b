/** The bytes of a request's body, unpacked where its Content-Encoding says that they are packed. */
import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { badInput, LoupeError } from '../kernel/errors.js';
import { readAway } from './read-away.js';

const unpackers: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** An incoming body. Its reader limits the decoded bytes. */
export interface Body {
  readonly bytes: AsyncIterableIterator<Buffer>;
  /** Stops unpacking: after this the request itself may be read away. */
  readonly stop: () => void;
}

/** @throws LoupeError UNSUPPORTED_MEDIA for another encoding */
export async function openBody(request: IncomingMessage): Promise<Body> {
  const encoding = (request.headers['content-encoding'] ?? '').trim().toLowerCase();
  if (encoding === '' || encoding === 'identity') {
    const bytes = request.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
    return { bytes, stop: () => undefined };
  }
  const open = unpackers[encoding];
  if (open === undefined) {
    await readAway(request);
    const known = Object.keys(unpackers).join(', ');
    throw new LoupeError(
      'UNSUPPORTED_MEDIA',
      `The Content-Encoding "${encoding.slice(0, 40)}" is not supported; send one of ${known}, or the body uncompressed.`,
    );
  }
  const unpacked = open();
  // Not `pipeline`, which would end the connection together with a body that cannot be unpacked.
  request.pipe(unpacked);
  request.once('aborted', () => unpacked.destroy());
  return {
    bytes: unpackedBytes(unpacked),
    stop: () => {
      request.unpipe(unpacked);
      unpacked.destroy();
    },
  };
}

async function* unpackedBytes(unpacked: Transform): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of unpacked.iterator({ destroyOnReturn: false })) yield chunk as Buffer;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'Z_BUF_ERROR' || code === 'ERR_STREAM_PREMATURE_CLOSE') {
      throw new LoupeError('UPLOAD_INCOMPLETE', 'The compressed body is incomplete. Send it again.');
    }
    if (/^(Z_|ERR_)/.test(code)) throw badInput('Content-Encoding', 'the body is not packed like this');
    throw error;
  }
}
