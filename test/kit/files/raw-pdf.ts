/** Writes PDFs object by object, also those that no library writes. */

export interface RawPage {
  /** Entries beside type, parent, size and contents. */
  readonly entries?: string;
  readonly content?: string;
  /** Contents of the resource dictionary. */
  readonly resources?: string;
  readonly mediaBox?: readonly [number, number, number, number];
}

export interface RawPdf {
  readonly pages: readonly (RawPage | 'missing' | 'null')[];
  /** Objects from number 100: dictionaries and, with `stream`, their data. */
  readonly objects?: readonly (string | { readonly entries: string; readonly stream: Buffer | string })[];
  /** Entries of the catalog beside type and pages. */
  readonly catalog?: string;
  /** What the page tree states; the number of pages when absent. */
  readonly count?: number;
}

/** Number of the first of the `objects`. */
export const FIRST_OBJECT = 100;
const FIRST_PAGE = 10;

export function rawPdf({ pages, objects = [], catalog = '', count = pages.length }: RawPdf): Buffer {
  const numbers = pages.map((_page, at) => FIRST_PAGE + at * 2);
  const kids = pages.map((page, at) => (page === 'null' ? 'null' : `${numbers[at]} 0 R`)).join(' ');
  const bodies = new Map<number, Buffer>([
    [1, Buffer.from(`<</Type/Catalog/Pages 2 0 R${catalog}>>`)],
    [2, Buffer.from(`<</Type/Pages/Kids[${kids}]/Count ${count}>>`)],
  ]);
  for (const [at, page] of pages.entries()) {
    if (page === 'missing' || page === 'null') continue;
    const number = FIRST_PAGE + at * 2;
    const { entries = '', content = '', resources = '', mediaBox = [0, 0, 200, 200] } = page;
    bodies.set(
      number,
      Buffer.from(
        `<</Type/Page/Parent 2 0 R/MediaBox[${mediaBox.join(' ')}]/Contents ${number + 1} 0 R/Resources<<${resources}>>${entries}>>`,
      ),
    );
    bodies.set(number + 1, stream('', content));
  }
  for (const [at, object] of objects.entries()) {
    const body = typeof object === 'string' ? Buffer.from(object) : stream(object.entries, object.stream);
    bodies.set(FIRST_OBJECT + at, body);
  }
  return written(bodies);
}

function stream(entries: string, data: Buffer | string): Buffer {
  const bytes = Buffer.from(data);
  return Buffer.concat([
    Buffer.from(`<<${entries}/Length ${bytes.length}>>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);
}

function written(bodies: ReadonlyMap<number, Buffer>): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets = new Map<number, number>();
  let length = parts[0]?.length ?? 0;
  const push = (bytes: Buffer) => {
    parts.push(bytes);
    length += bytes.length;
  };
  for (const [number, body] of bodies) {
    offsets.set(number, length);
    push(Buffer.concat([Buffer.from(`${number} 0 obj\n`), body, Buffer.from('\nendobj\n')]));
  }
  const size = Math.max(...bodies.keys()) + 1;
  const start = length;
  const rows = Array.from({ length: size }, (_none, number) => {
    const offset = offsets.get(number);
    return offset === undefined ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  push(
    Buffer.from(
      `xref\n0 ${size}\n${rows.join('')}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
