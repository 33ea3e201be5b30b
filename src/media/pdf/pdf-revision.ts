/** Replaces objects of a PDF by an incremental update at its end (ISO 32000-1, 7.5.6). */

export interface PdfObject {
  readonly number: number;
  readonly generation: number;
  /** What stands between `obj` and `endobj`. */
  readonly body: Buffer;
}

/** Looked at for what a file's last trailer states. */
const MOST_TRAILER_BYTES = 64 * 1024;
const MOST_CLASSIC_TABLE_BYTES = 64 * 1024 * 1024;

interface Trailer {
  readonly isStream: boolean;
  /** Where its cross-reference table begins. */
  readonly table: number;
  readonly size: number;
  /** Entries that a revision states again. */
  readonly entries: string;
}

/** @returns null for a file without a trailer that can be read, and for an encrypted one */
export function withRevision(file: Buffer, objects: readonly PdfObject[]): Buffer | null {
  const trailer = trailerOf(file);
  if (trailer === null) return null;
  const parts: Buffer[] = [file, Buffer.from('\n')];
  let length = file.length + 1;
  const places = objects.map(({ number, generation, body }) => {
    const offset = length;
    const written = Buffer.concat([
      Buffer.from(`${number} ${generation} obj\n`),
      body,
      Buffer.from('\nendobj\n'),
    ]);
    parts.push(written);
    length += written.length;
    return { number, generation, offset };
  });
  const table = trailer.isStream ? streamTable(trailer, places, length) : classicTable(trailer, places);
  return Buffer.concat([...parts, table, Buffer.from(`startxref\n${length}\n%%EOF\n`)]);
}

interface Place {
  readonly number: number;
  readonly generation: number;
  readonly offset: number;
}

function classicTable({ size, table, entries }: Trailer, places: readonly Place[]): Buffer {
  const rows = places.map(
    ({ number, generation, offset }) =>
      `${number} 1\n${String(offset).padStart(10, '0')} ${String(generation).padStart(5, '0')} n \n`,
  );
  return Buffer.from(`xref\n${rows.join('')}trailer\n<</Size ${size}/Prev ${table}${entries}>>\n`, 'latin1');
}

function streamTable({ size, table, entries }: Trailer, places: readonly Place[], offset: number): Buffer {
  const own = { number: size, generation: 0, offset };
  const all = [...places, own].sort((a, b) => a.number - b.number);
  const rows = Buffer.concat(
    all.map((place) => {
      const row = Buffer.alloc(7);
      row.writeUInt8(1);
      row.writeUInt32BE(place.offset, 1);
      row.writeUInt16BE(place.generation, 5);
      return row;
    }),
  );
  const index = all.map(({ number }) => `${number} 1`).join(' ');
  return Buffer.concat([
    Buffer.from(
      `${size} 0 obj\n<</Type/XRef/Size ${size + 1}/W[1 4 2]/Index[${index}]/Prev ${table}${entries}/Length ${rows.length}>>\nstream\n`,
      'latin1',
    ),
    rows,
    Buffer.from('\nendstream\nendobj\n'),
  ]);
}

function trailerOf(file: Buffer): Trailer | null {
  const last = file.lastIndexOf('startxref');
  const table = Number(
    /^startxref\s+(\d+)/.exec(file.toString('latin1', last, last + 64))?.[1] ?? Number.NaN,
  );
  if (last < 0 || !(table < last)) return null;
  const isStream = /^\s*\d+\s+\d+\s+obj\b/.test(file.toString('latin1', table, table + 64));
  const start = isStream ? table : trailerAfter(file, table, last);
  if (start < 0) return null;
  const end = isStream ? file.indexOf('stream', start) : last;
  const text = file.toString('latin1', start, Math.min(end, start + MOST_TRAILER_BYTES));
  const size = Number(/\/Size\s+(\d+)/.exec(text)?.[1] ?? Number.NaN);
  const root = /\/Root\s+\d+\s+\d+\s+R/.exec(text)?.[0];
  // A table that goes on in a stream would need both kinds again.
  if (root === undefined || !(size > 0) || /\/Encrypt\b|\/XRefStm\b/.test(text)) return null;
  return { isStream, table, size, entries: root };
}

function trailerAfter(file: Buffer, table: number, last: number): number {
  if (file.toString('latin1', table, table + 4) !== 'xref') return -1;
  const start = file.indexOf('trailer', table);
  return start >= 0 && start < last && start - table < MOST_CLASSIC_TABLE_BYTES ? start : -1;
}
