/** PDFs whose catalog and page tree lie in a compressed object stream, as most programs write them today. */
import { deflateSync } from 'node:zlib';

export interface PackedPdf {
  /** Contents of the pages, each 200 x 200 points; null is a kid that is null. */
  readonly pages: readonly (string | null)[];
  /** What the page tree states. */
  readonly count: number;
  /** Contents of the pages' resource dictionary. */
  readonly resources?: string;
  /** Further objects of the compressed stream, from number 100. */
  readonly objects?: readonly string[];
  /** Streams that stand in the open, from number 200. */
  readonly streams?: readonly { readonly entries: string; readonly data: Buffer }[];
}

const FIRST_PAGE = 10;
const FIRST_OBJECT = 100;
const FIRST_STREAM = 200;
const STREAM = 3;
const TABLE = 4;

export function packedPdf({ pages, count, resources = '', objects = [], streams = [] }: PackedPdf): Buffer {
  const numbers = pages.map((_page, at) => FIRST_PAGE + at * 2);
  const kids = pages.map((page, at) => (page === null ? 'null' : `${numbers[at]} 0 R`)).join(' ');
  const packed = new Map<number, string>([
    [1, '<</Type/Catalog/Pages 2 0 R>>'],
    [2, `<</Type/Pages/Kids[${kids}]/Count ${count}>>`],
  ]);
  const open = new Map<number, Buffer>();
  for (const [at, content] of pages.entries()) {
    const number = numbers[at] ?? 0;
    if (content === null) continue;
    packed.set(
      number,
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents ${number + 1} 0 R/Resources<<${resources}>>>>`,
    );
    open.set(number + 1, streamOf('', Buffer.from(content)));
  }
  for (const [at, object] of objects.entries()) packed.set(FIRST_OBJECT + at, object);
  for (const [at, { entries, data }] of streams.entries())
    open.set(FIRST_STREAM + at, streamOf(entries, data));
  open.set(STREAM, objectStream(packed));
  return written(packed, open);
}

function streamOf(entries: string, data: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`<<${entries}/Length ${data.length}>>\nstream\n`),
    data,
    Buffer.from('\nendstream'),
  ]);
}

function objectStream(packed: ReadonlyMap<number, string>): Buffer {
  let offset = 0;
  const places = [...packed].map(([number, text]) => {
    const place = `${number} ${offset}`;
    offset += text.length + 1;
    return place;
  });
  const head = `${places.join(' ')} `;
  const data = deflateSync(Buffer.from(`${head}${[...packed.values()].join('\n')}\n`));
  return streamOf(`/Type/ObjStm/N ${packed.size}/First ${head.length}/Filter/FlateDecode`, data);
}

function written(packed: ReadonlyMap<number, string>, open: ReadonlyMap<number, Buffer>): Buffer {
  let file = Buffer.from('%PDF-1.7\n');
  const rows = new Map<number, readonly [kind: number, place: number, index: number]>();
  for (const [index, number] of [...packed.keys()].entries()) rows.set(number, [2, STREAM, index]);
  for (const [number, body] of open) {
    rows.set(number, [1, file.length, 0]);
    file = Buffer.concat([file, Buffer.from(`${number} 0 obj\n`), body, Buffer.from('\nendobj\n')]);
  }
  const start = file.length;
  rows.set(TABLE, [1, start, 0]);
  const size = Math.max(...rows.keys()) + 1;
  const data = Buffer.alloc(size * 7);
  for (const [number, [kind, place, index]] of rows) {
    data.writeUInt8(kind, number * 7);
    data.writeUInt32BE(place, number * 7 + 1);
    data.writeUInt16BE(index, number * 7 + 5);
  }
  const table = streamOf(`/Type/XRef/Size ${size}/W[1 4 2]/Root 1 0 R`, data);
  return Buffer.concat([
    file,
    Buffer.from(`${TABLE} 0 obj\n`),
    table,
    Buffer.from(`\nendobj\nstartxref\n${start}\n%%EOF\n`),
  ]);
}
