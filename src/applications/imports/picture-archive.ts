/** What a ZIP of pictures holds. */
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { LoupeError } from '../../kernel/errors.js';

export interface ArchivedPicture {
  /** Path in the ZIP. */
  readonly fileName: string;
  /**
   * @param refusal what to say of a file that is larger
   * @throws LoupeError PAYLOAD_TOO_LARGE, INVALID_IMAGE when the ZIP is damaged there
   */
  readonly read: (maxBytes: number, refusal?: string) => Promise<Buffer>;
}

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

function isPicture(fileName: string): boolean {
  const name = fileName.split('/').at(-1) ?? '';
  return name !== '' && !name.startsWith('.') && name !== 'Thumbs.db' && !fileName.startsWith('__MACOSX/');
}

function toPicture(zip: ZipFile, entry: Entry): ArchivedPicture {
  return {
    fileName: entry.fileName,
    read: async (maxBytes, refusal = 'The file in the ZIP is too large. Scale the picture down.') => {
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
