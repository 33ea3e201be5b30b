/** What a TAR of pictures holds, also a compressed one: read from front to back, whatever its size. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline, type Readable, Transform, type TransformCallback } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { yieldAfterLongTurn } from '../../db/in-parts.js';
import { LoupeError } from '../../kernel/errors.js';
import { type ArchivedPicture, FILE_TOO_LARGE, isPicture, requirePathWithin } from './archived-picture.js';

/** A compressed TAR that unpacks to more than this many times its size is made to do harm: pictures hardly compress. */
const MOST_UNPACKED = 200;
/** What is read at a time: several pictures of a catalog. */
const READ_BYTES = 512 * 1024;

/**
 * The files of a TAR in its order, without folders, links and what systems add. Each can be read until the next one is asked
 * for.
 *
 * @throws LoupeError UNSUPPORTED_MEDIA where the TAR is damaged or cut off, PAYLOAD_TOO_LARGE
 */
export async function* picturesOfTar(path: string, isCompressed: boolean): AsyncGenerator<ArchivedPicture> {
  const reader = extract();
  const { size } = await stat(path);
  const source = createReadStream(path, { highWaterMark: READ_BYTES });
  const ended = () => undefined;
  // A failure anywhere ends the reader with it, which the loop throws.
  if (isCompressed) pipeline(source, createGunzip(), bounded(size * MOST_UNPACKED), reader, ended);
  else pipeline(source, reader, ended);
  let count = 0;
  try {
    for await (const entry of reader) {
      await yieldAfterLongTurn();
      const fileName = requirePathWithin(entry.header.name.replace(/^(?:\.\/+)+/, ''));
      if (entry.header.type !== 'file' || !isPicture(fileName)) {
        entry.resume();
        continue;
      }
      count += 1;
      let isRead = false;
      yield {
        fileName,
        read: async (maxBytes, refusal = FILE_TOO_LARGE) => {
          if ((entry.header.size ?? 0) > maxBytes) throw new LoupeError('PAYLOAD_TOO_LARGE', refusal);
          isRead = true;
          return bytesOf(entry as unknown as Readable);
        },
      };
      if (!isRead) entry.resume();
    }
  } catch (cause) {
    if (cause instanceof LoupeError) throw cause;
    throw damaged(count, cause);
  } finally {
    source.destroy();
    reader.destroy();
  }
}

async function bytesOf(entry: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of entry) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Passes bytes on up to a number of them. */
function bounded(mostBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      bytes += chunk.length;
      const message = `The TAR unpacks to more than ${MOST_UNPACKED} times its size. Send it without compression.`;
      done(bytes > mostBytes ? new LoupeError('PAYLOAD_TOO_LARGE', message) : null, chunk);
    },
  });
}

function damaged(count: number, cause: unknown): LoupeError {
  const place = count === 0 ? 'at its beginning' : `after ${count} files`;
  const message = `The TAR is damaged or cut off ${place}. Pack it again and send it whole.`;
  return new LoupeError('UNSUPPORTED_MEDIA', message, {}, { cause });
}
