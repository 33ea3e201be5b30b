/**
 * Browsers name a part that was made of a Blob (`filename="blob"`), and a parser takes a named part for a file. Clients make
 * `operations` and `map` of Blobs to declare their type: their names are taken away while the form arrives.
 */

const FIELD = /;\s*name="?(?:operations|map)"?(?=\s*(?:;|\r?\n|$))/i;
const FILE_NAME = /;\s*filename\*?=(?:"(?:[^"\\\r\n]|\\.)*"|[^;\r\n]*)/gi;
const DISPOSITION = /^content-disposition:.*$/im;
const HEAD_END = Buffer.from('\r\n\r\n');
/** Fields, both of them, and the headers around. */
const MOST_HELD_BYTES = 5 * 1024 * 1024;
/** The parts that the specification puts first. */
const FIRST_PARTS = 2;

/** The bytes of a form with `operations` and `map` as plain fields. @param contentType of the request, with its boundary */
export async function* withPlainFields(
  bytes: AsyncIterable<Buffer>,
  contentType: string | undefined,
): AsyncGenerator<Buffer> {
  const boundary = /boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType ?? '');
  const mark = Buffer.from(`--${boundary?.[1] ?? boundary?.[2] ?? ''}`, 'latin1');
  let held: Buffer | null = boundary === null ? null : Buffer.of();
  let from = 0;
  let parts = 0;
  for await (const chunk of bytes) {
    if (held === null) {
      yield chunk;
      continue;
    }
    held = Buffer.concat([held, chunk]);
    for (;;) {
      const start = held.indexOf(mark, from);
      const end: number = start < 0 ? -1 : held.indexOf(HEAD_END, start);
      // Headers that are not whole are looked at when more has come.
      if (end < 0) break;
      const head = plainHead(held.subarray(start, end));
      held = Buffer.concat([held.subarray(0, start), head, held.subarray(end)]);
      from = start + head.length;
      parts += 1;
      if (parts === FIRST_PARTS) break;
    }
    if (parts < FIRST_PARTS && held.length < MOST_HELD_BYTES) continue;
    yield held;
    held = null;
  }
  if (held !== null && held.length > 0) yield held;
}

function plainHead(head: Buffer): Buffer {
  const text = head.toString('latin1');
  const line = DISPOSITION.exec(text)?.[0] ?? '';
  if (!FIELD.test(line)) return head;
  return Buffer.from(
    text.replace(line, () => line.replaceAll(FILE_NAME, '')),
    'latin1',
  );
}
