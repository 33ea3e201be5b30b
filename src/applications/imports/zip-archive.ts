/** What a ZIP of pictures holds. */
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { LoupeError } from '../../kernel/errors.js';
import { type ArchivedPicture, FILE_TOO_LARGE, isPicture } from './archived-picture.js';

/** The files of a ZIP in its order, without folders and what systems add. @throws LoupeError UNSUPPORTED_MEDIA */
export async function* picturesOfZip(path: string): AsyncGenerator<ArchivedPicture> {
  const zip = await openZip(path);
  try {
    for await (const entry of eachEntry(zip)) if (isPicture(entry.fileName)) yield toPicture(zip, entry);
  } finally {
    zip.close();
  }
}

/** Works with all files of a ZIP at once, which can be read in any order meanwhile. @throws LoupeError UNSUPPORTED_MEDIA */
export async function* withPicturesOfZip<Result>(
  path: string,
  work: (pictures: readonly ArchivedPicture[]) => AsyncGenerator<Result>,
): AsyncGenerator<Result> {
  const zip = await openZip(path);
  try {
    const pictures: ArchivedPicture[] = [];
    for await (const entry of eachEntry(zip))
      if (isPicture(entry.fileName)) pictures.push(toPicture(zip, entry));
    yield* work(pictures);
  } finally {
    zip.close();
  }
}

async function* eachEntry(zip: ZipFile): AsyncGenerator<Entry> {
  try {
    yield* zip.eachEntry();
  } catch (cause) {
    throw noZip(cause);
  }
}

async function openZip(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { lazyEntries: true, autoClose: false });
  } catch (cause) {
    throw noZip(cause);
  }
}

function toPicture(zip: ZipFile, entry: Entry): ArchivedPicture {
  return {
    fileName: entry.fileName,
    read: async (maxBytes, refusal = FILE_TOO_LARGE) => {
      if (entry.uncompressedSize > maxBytes) {
        throw new LoupeError('PAYLOAD_TOO_LARGE', refusal);
      }
      try {
        const chunks: Buffer[] = [];
        // The size that the directory states is enforced while reading.
        for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
        return Buffer.concat(chunks);
      } catch (cause) {
        throw new LoupeError('INVALID_IMAGE', 'The ZIP is damaged at this file.', {}, { cause });
      }
    },
  };
}

function noZip(cause: unknown): LoupeError {
  return new LoupeError(
    'UNSUPPORTED_MEDIA',
    'The file is not a readable ZIP. Send a ZIP of pictures.',
    {},
    { cause },
  );
}
