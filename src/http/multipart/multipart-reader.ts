/**
 * A streaming multipart reader (RFC 2046) for the senders that exist, not only for the ones that follow the
 * standard: line ends may be CRLF or LF, a preamble may precede the first boundary, nothing need follow the last.
 * Time is linear in the length of the body and memory is bounded, whatever the bytes are.
 */
import { badInput, LoupeError } from '../../kernel/errors.js';
import { parsePartHeaders, type PartHeaders } from './part-headers.js';

const LF = 0x0a;
const CR = 0x0d;
const DASH = 0x2d;
const MAX_HEADER_BYTES = 16 * 1024;
/** Blanks that a gateway may add behind a boundary (RFC 2046, transport padding). */
const MAX_PADDING_BYTES = 256;

export interface Part {
  readonly headers: PartHeaders;
  /** The bytes of the part; read to its end before the next part is asked for. */
  readonly body: AsyncIterable<Buffer>;
}

type Delimiter = { readonly kind: 'next' | 'close'; readonly start: number; readonly end: number };

export class MultipartReader {
  private readonly mark: Buffer;
  private pending: Buffer = Buffer.from('\n');
  private isSourceEnded = false;
  private totalBytes = 0;

  constructor(
    private readonly source: AsyncIterator<Buffer>,
    boundary: string,
    private readonly maxTotalBytes: number,
  ) {
    this.mark = Buffer.from(`\n--${boundary}`, 'latin1');
  }

  /** @throws LoupeError BAD_USER_INPUT (malformed), UPLOAD_INCOMPLETE (cut short), PAYLOAD_TOO_LARGE */
  async *parts(): AsyncGenerator<Part> {
    let last: 'next' | 'close' = 'next';
    for await (const _preamble of this.bodyUntilDelimiter((kind) => (last = kind)));
    while (last === 'next') {
      const headers = parsePartHeaders(await this.headerBlock());
      const body = this.bodyUntilDelimiter((kind) => (last = kind));
      yield { headers, body };
      for await (const _rest of body);
    }
  }

  private async *bodyUntilDelimiter(onEnd: (kind: 'next' | 'close') => void): AsyncGenerator<Buffer> {
    for (;;) {
      const found = await this.findDelimiter();
      if (found) {
        const data = this.pending.subarray(0, found.start);
        this.pending = this.pending.subarray(found.end);
        onEnd(found.kind);
        if (data.length > 0) yield data;
        return;
      }
      // A delimiter may begin in what is kept: its mark, and the CR before it.
      const keep = Math.min(this.pending.length, this.mark.length + 1);
      const data = this.pending.subarray(0, this.pending.length - keep);
      this.pending = this.pending.subarray(this.pending.length - keep);
      if (data.length > 0) yield data;
      if (!(await this.fill())) throw cutShort();
    }
  }

  private async findDelimiter(): Promise<Delimiter | null> {
    let from = 0;
    for (;;) {
      const at = this.pending.indexOf(this.mark, from);
      if (at < 0) return null;
      const delimiter = await this.delimiterAt(at);
      if (delimiter) return delimiter;
      from = at + 1;
    }
  }

  /** What follows decides whether the mark is a delimiter or the beginning of a longer line of data. */
  private async delimiterAt(at: number): Promise<Delimiter | null> {
    const start = this.pending[at - 1] === CR ? at - 1 : at;
    let end = at + this.mark.length;
    if (!(await this.has(end + 2)) && this.pending.length <= end) throw cutShort();
    if (this.pending[end] === DASH && this.pending[end + 1] === DASH) {
      return { kind: 'close', start, end: end + 2 };
    }
    const limit = end + MAX_PADDING_BYTES;
    for (; end < limit && (await this.has(end + 1)); end++) {
      const byte = this.pending[end];
      if (byte === LF) return { kind: 'next', start, end: end + 1 };
      if (byte !== CR && byte !== 0x20 && byte !== 0x09) return null;
    }
    if (end >= limit) return null;
    throw cutShort();
  }

  private async headerBlock(): Promise<Buffer> {
    for (;;) {
      const end = endOfHeaders(this.pending);
      if (end) {
        const block = this.pending.subarray(0, end.textEnd);
        this.pending = this.pending.subarray(end.bodyStart);
        // The delimiter of an empty body may follow at once: it begins with the line end that was just read.
        await this.has(this.mark.length - 1);
        if (this.pending.subarray(0, this.mark.length - 1).equals(this.mark.subarray(1))) {
          this.pending = Buffer.concat([Buffer.from('\n'), this.pending]);
        }
        return block;
      }
      if (this.pending.length > MAX_HEADER_BYTES) {
        throw badInput('body', `the header lines of a part are longer than ${MAX_HEADER_BYTES} bytes`);
      }
      if (!(await this.fill())) throw cutShort();
    }
  }

  private async has(length: number): Promise<boolean> {
    while (this.pending.length < length) if (!(await this.fill())) return false;
    return true;
  }

  private async fill(): Promise<boolean> {
    if (this.isSourceEnded) return false;
    const step: IteratorResult<Buffer, unknown> = await this.source.next();
    if (step.done === true) {
      this.isSourceEnded = true;
      return false;
    }
    const { value } = step;
    this.totalBytes += value.length;
    if (this.totalBytes > this.maxTotalBytes) {
      throw new LoupeError('PAYLOAD_TOO_LARGE', `The request is larger than ${this.maxTotalBytes} bytes.`);
    }
    this.pending = this.pending.length === 0 ? value : Buffer.concat([this.pending, value]);
    return true;
  }
}

/** The end of a header block is an empty line; the block itself may be empty. */
function endOfHeaders(bytes: Buffer): { textEnd: number; bodyStart: number } | null {
  if (bytes[0] === LF) return { textEnd: 0, bodyStart: 1 };
  if (bytes[0] === CR && bytes[1] === LF) return { textEnd: 0, bodyStart: 2 };
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) {
    if (bytes[at + 1] === LF) return { textEnd: at, bodyStart: at + 2 };
    if (bytes[at + 1] === CR && bytes[at + 2] === LF) return { textEnd: at, bodyStart: at + 3 };
  }
  return null;
}

function cutShort(): LoupeError {
  return new LoupeError(
    'UPLOAD_INCOMPLETE',
    'The multipart body ends before its closing boundary. Send the whole file again.',
  );
}
