/** The syntax of objects in a PDF (ISO 32000-1, 7.3). */

/** Names, numbers, strings and words are as they are written. */
export type PdfValue = string | PdfReference | readonly PdfValue[] | PdfDictionary;
export type PdfDictionary = ReadonlyMap<string, PdfValue>;

export interface PdfReference {
  readonly number: number;
}

export const isReference = (value: PdfValue | undefined): value is PdfReference =>
  typeof value === 'object' && 'number' in value;
export const isDictionary = (value: PdfValue | undefined): value is PdfDictionary => value instanceof Map;
export const isList = (value: PdfValue | undefined): value is readonly PdfValue[] => Array.isArray(value);

export class UnreadablePdfError extends Error {
  override readonly name = 'UnreadablePdfError';
}

const MOST_DEPTH = 100;
const BLANKS: readonly (number | undefined)[] = [0, 9, 10, 12, 13, 32];
const code = (letter: string): number => letter.charCodeAt(0);
const DELIMITERS: ReadonlySet<number | undefined> = new Set([...'()<>[]{}/%'].map(code));
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;
const WORDS: readonly string[] = ['true', 'false', 'null'];

/** Reads one thing after the other from bytes. */
export class PdfSyntax {
  constructor(
    private readonly bytes: Buffer,
    private at: number,
  ) {}

  /** @throws UnreadablePdfError */
  value(depth = 0): PdfValue {
    if (depth > MOST_DEPTH) throw new UnreadablePdfError('Too deep.');
    this.skipBlanks();
    switch (this.letter()) {
      case '/':
        return this.token(1);
      case '(':
        return this.string();
      case '<':
        return this.letter(1) === '<' ? this.dictionary(depth) : this.hexString();
      case '[':
        return this.list(depth);
      default:
        return this.numberOrReference();
    }
  }

  /** A word or a number as it is written. */
  plain(): string {
    this.skipBlanks();
    return this.token(0);
  }

  /** Goes behind a word if it comes next. */
  follows(word: string): boolean {
    this.skipBlanks();
    if (this.bytes.toString('latin1', this.at, this.at + word.length) !== word) return false;
    this.at += word.length;
    return true;
  }

  /** @returns where the next line begins */
  lineEnd(): number {
    if (this.letter() === '\r') this.at += 1;
    if (this.letter() !== '\n') throw new UnreadablePdfError('A stream does not begin on a line of its own.');
    return this.at + 1;
  }

  private numberOrReference(): PdfValue {
    const token = this.token(0);
    if (WORDS.includes(token)) return token;
    if (!NUMBER.test(token)) throw new UnreadablePdfError('There is no value.');
    if (!/^\d+$/.test(token)) return token;
    const behind = this.at;
    if (/^\d+$/.test(this.next()) && this.next() === 'R') return { number: Number(token) };
    this.at = behind;
    return token;
  }

  private next(): string {
    this.skipBlanks();
    return this.at >= this.bytes.length || DELIMITERS.has(this.bytes[this.at]) ? '' : this.token(0);
  }

  private dictionary(depth: number): PdfDictionary {
    const entries = new Map<string, PdfValue>();
    this.at += 2;
    for (this.skipBlanks(); this.letter() !== '>'; this.skipBlanks()) {
      if (this.letter() !== '/') throw new UnreadablePdfError('A dictionary is broken.');
      const name = this.token(1);
      // Readers differ in which of two they take.
      if (entries.has(name)) throw new UnreadablePdfError('An entry is there twice.');
      entries.set(name, this.value(depth + 1));
    }
    if (this.letter(1) !== '>') throw new UnreadablePdfError('A dictionary is broken.');
    this.at += 2;
    return entries;
  }

  private list(depth: number): readonly PdfValue[] {
    const values: PdfValue[] = [];
    this.at += 1;
    for (this.skipBlanks(); this.letter() !== ']'; this.skipBlanks()) values.push(this.value(depth + 1));
    this.at += 1;
    return values;
  }

  private string(): string {
    const start = this.at;
    let open = 0;
    do {
      const letter = this.letter();
      if (letter === '') throw new UnreadablePdfError('A string does not end.');
      if (letter === '\\') this.at += 1;
      if (letter === '(') open += 1;
      if (letter === ')') open -= 1;
      this.at += 1;
    } while (open > 0);
    return this.bytes.toString('latin1', start, this.at);
  }

  private hexString(): string {
    const end = this.bytes.indexOf('>', this.at);
    if (end < 0) throw new UnreadablePdfError('A string does not end.');
    const text = this.bytes.toString('latin1', this.at, end + 1);
    this.at = end + 1;
    return text;
  }

  /** @param before letters at its beginning that are no delimiters there */
  private token(before: number): string {
    const start = this.at;
    this.at += before;
    while (this.at < this.bytes.length && !this.isEnd()) this.at += 1;
    if (this.at === start) throw new UnreadablePdfError('There is nothing more.');
    return this.bytes.toString('latin1', start, this.at);
  }

  private isEnd(): boolean {
    const byte = this.bytes[this.at];
    return BLANKS.includes(byte) || DELIMITERS.has(byte);
  }

  private skipBlanks(): void {
    for (;;) {
      while (BLANKS.includes(this.bytes[this.at])) this.at += 1;
      if (this.letter() !== '%') return;
      while (this.at < this.bytes.length && this.letter() !== '\n' && this.letter() !== '\r') this.at += 1;
    }
  }

  /** Empty behind the end. */
  private letter(further = 0): string {
    const byte = this.bytes[this.at + further];
    return byte === undefined ? '' : String.fromCharCode(byte);
  }
}
