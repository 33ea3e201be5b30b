/** What a ZIP of pictures holds. */
import { isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import { type Entry, fromRandomAccessReaderPromise, getFileNameLowLevel, type ZipFile } from 'yauzl';
import { yieldAfterLongTurn } from '../../db/in-parts.js';
import { LoupeError } from '../../kernel/errors.js';
import { type ArchivedPicture, FILE_TOO_LARGE, isPicture, requirePathWithin } from './archived-picture.js';
import { ReadAhead } from './read-ahead.js';

/** Bit of an entry that says that its name is UTF-8. */
const UTF8_NAME = 0x800;
const ENCRYPTED = 0x1;
const STORED = 0;
const DEFLATED = 8;
/** Other ways of packing by their numbers (APPNOTE 4.4.5). */
const METHODS: Readonly<Record<number, string>> = {
  9: 'Deflate64',
  12: 'bzip2',
  14: 'LZMA',
  93: 'Zstandard',
  95: 'XZ',
  98: 'PPMd',
};
const AES = 99;

/** How many entries the directory of a ZIP states. @throws LoupeError UNSUPPORTED_MEDIA */
export async function countOfZip(path: string): Promise<number> {
  const zip = await openZip(path);
  zip.close();
  return zip.entryCount;
}

/** The files of a ZIP in its order, without folders and what systems add. @throws LoupeError UNSUPPORTED_MEDIA */
export async function* picturesOfZip(path: string): AsyncGenerator<ArchivedPicture> {
  const zip = await openZip(path);
  try {
    for await (const entry of eachEntry(zip)) {
      const picture = pictureOf(zip, entry);
      if (picture !== null) yield picture;
    }
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
    for await (const entry of eachEntry(zip)) {
      const picture = pictureOf(zip, entry);
      if (picture !== null) pictures.push(picture);
    }
    yield* work(pictures);
  } finally {
    zip.close();
  }
}

async function* eachEntry(zip: ZipFile): AsyncGenerator<Entry> {
  try {
    for await (const entry of zip.eachEntry()) {
      await yieldAfterLongTurn();
      yield entry;
    }
  } catch (cause) {
    throw cause instanceof LoupeError ? cause : noZip(cause);
  }
}

async function openZip(path: string): Promise<ZipFile> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const options = { lazyEntries: true, autoClose: false, decodeStrings: false };
    return await fromRandomAccessReaderPromise(new ReadAhead(file), size, options);
  } catch (cause) {
    await file.close().catch(() => undefined);
    throw noZip(cause);
  }
}

/** null for folders and what systems add. @throws LoupeError UNSUPPORTED_MEDIA for a path that leads out of the ZIP */
function pictureOf(zip: ZipFile, entry: Entry): ArchivedPicture | null {
  const fileName = requirePathWithin(nameOf(entry));
  return isPicture(fileName) ? toPicture(zip, entry, fileName) : null;
}

/**
 * macOS writes names in UTF-8 and does not say so; without the bit a name is in the letters of MS-DOS, which are hardly ever
 * UTF-8 by chance.
 */
function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  const flag = isUtf8(fileNameRaw) ? generalPurposeBitFlag | UTF8_NAME : generalPurposeBitFlag;
  return getFileNameLowLevel(flag, fileNameRaw, extraFields, false);
}

function toPicture(zip: ZipFile, entry: Entry, fileName: string): ArchivedPicture {
  return {
    fileName,
    read: async (maxBytes, refusal = FILE_TOO_LARGE) => {
      requireReadable(entry);
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

/** @throws LoupeError UNSUPPORTED_MEDIA */
function requireReadable({ generalPurposeBitFlag, compressionMethod }: Entry): void {
  if ((generalPurposeBitFlag & ENCRYPTED) !== 0 || compressionMethod === AES) {
    throw new LoupeError('UNSUPPORTED_MEDIA', ENCRYPTED_FILE);
  }
  if (compressionMethod === STORED || compressionMethod === DEFLATED) return;
  const method = METHODS[compressionMethod] ?? `method ${compressionMethod}`;
  throw new LoupeError(
    'UNSUPPORTED_MEDIA',
    `The file is packed with ${method}. Pack it with Deflate, as usual ZIPs are, or without compression.`,
  );
}

const ENCRYPTED_FILE = 'The file is encrypted. Pack it without a password.';

function noZip(cause: unknown): LoupeError {
  const isEncrypted = cause instanceof Error && /encrypt/i.test(cause.message);
  return new LoupeError(
    'UNSUPPORTED_MEDIA',
    isEncrypted
      ? 'The ZIP is encrypted. Pack it without a password.'
      : 'The file is not a readable ZIP. Send a ZIP of pictures.',
    {},
    { cause },
  );
}
