/** The parts of a workbook: XML files in a ZIP, unpacked within limits. */
import { fromBufferPromise } from 'yauzl';
import { LoupeError } from '../../kernel/errors.js';
import { noSpreadsheet, spreadsheetTooLarge } from './sheet-row.js';

const MAX_UNPACKED_BYTES = 60 * 1024 * 1024;
const MAX_ENTRIES = 200;

/** Parts by their names as `partName` writes them. */
export type XlsxParts = ReadonlyMap<string, Buffer>;

/**
 * What no reader of tables needs is unpacked, too: it counts, and a size that an archive states is not to be believed.
 *
 * @throws LoupeError UNSUPPORTED_MEDIA, PAYLOAD_TOO_LARGE
 */
export async function readXlsxParts(bytes: Buffer): Promise<XlsxParts> {
  const parts = new Map<string, Buffer>();
  let unpacked = 0;
  let entries = 0;
  try {
    const zip = await fromBufferPromise(bytes, { validateEntrySizes: true });
    for await (const entry of zip.eachEntry()) {
      entries += 1;
      if (entries > MAX_ENTRIES) throw spreadsheetTooLarge();
      const isXml = /\.(xml|rels)$/i.test(entry.fileName);
      const chunks: Buffer[] = [];
      for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
        unpacked += chunk.length;
        if (unpacked > MAX_UNPACKED_BYTES) throw spreadsheetTooLarge();
        if (isXml) chunks.push(chunk);
      }
      if (isXml) parts.set(partName(entry.fileName), Buffer.concat(chunks));
    }
  } catch (cause) {
    throw cause instanceof LoupeError ? cause : noSpreadsheet(cause);
  }
  return parts;
}

/** Names are compared without case, and those that begin at the root of the package as those that do not. */
export function partName(path: string): string {
  return path.replace(/^\/+/, '').toLowerCase();
}
