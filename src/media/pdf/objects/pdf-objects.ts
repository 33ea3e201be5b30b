/**
 * Reads the objects of a sound PDF from where its cross-reference tables say they are (ISO 32000-1, 7.5). Whatever is not quite as the
 * standard has it is not read: nobody knows then what pdfium makes of it.
 */
import { inflateSync } from 'node:zlib';
import { isDictionary, isList, isReference, PdfSyntax, UnreadablePdfError } from './pdf-syntax.js';
import type { PdfDictionary, PdfValue } from './pdf-syntax.js';

export interface ReadObject {
  readonly value: PdfValue;
  /** As it is written, filters and all; null where there is none. */
  readonly stream: Buffer | null;
}

const MOST_TABLES = 100;
/** Of cross-reference and object streams, unpacked, together. */
const MOST_UNPACKED_BYTES = 256 * 1024 * 1024;
type Entry =
  | { readonly kind: 'open'; readonly offset: number }
  | { readonly kind: 'packed'; readonly stream: number; readonly index: number }
  | { readonly kind: 'free' };

export class PdfObjects {
  readonly trailer: PdfDictionary;
  private readonly entries = new Map<number, Entry>();
  private readonly known = new Map<number, ReadObject>();
  private readonly packed = new Map<number, readonly PdfValue[]>();
  private left = MOST_UNPACKED_BYTES;

  /** @throws UnreadablePdfError */
  constructor(private readonly file: Buffer) {
    const start = file.lastIndexOf('startxref');
    if (start < 0) throw new UnreadablePdfError('There is no cross-reference table.');
    let offset: number | null = numberOf(new PdfSyntax(file, start + 'startxref'.length).value());
    let trailer: PdfDictionary | undefined;
    for (let count = 0; offset !== null; count += 1) {
      if (count === MOST_TABLES) throw new UnreadablePdfError('There are too many tables.');
      const table = this.readTable(offset);
      trailer ??= table;
      if (table.has('/XRefStm') || table.has('/Encrypt')) throw new UnreadablePdfError('Of two kinds.');
      const before = table.get('/Prev');
      offset = before === undefined ? null : numberOf(before);
    }
    if (trailer === undefined) throw new UnreadablePdfError('There is no trailer.');
    this.trailer = trailer;
  }

  /** @throws UnreadablePdfError */
  object(number: number): ReadObject {
    const known = this.known.get(number);
    if (known !== undefined) return known;
    const entry = this.entries.get(number) ?? { kind: 'free' };
    const read = this.read(number, entry);
    this.known.set(number, read);
    return read;
  }

  /** The value behind a reference. */
  resolved(value: PdfValue | undefined): PdfValue | undefined {
    return isReference(value) ? this.object(value.number).value : value;
  }

  private read(number: number, entry: Entry): ReadObject {
    switch (entry.kind) {
      case 'free':
        return { value: 'null', stream: null };
      case 'open': {
        const found = this.readAt(entry.offset);
        if (found.number !== number) throw new UnreadablePdfError(`Object ${number} is elsewhere.`);
        return found;
      }
      case 'packed': {
        const value = this.valuesIn(entry.stream)[entry.index];
        if (value === undefined) throw new UnreadablePdfError(`Object ${number} is not in its stream.`);
        return { value, stream: null };
      }
    }
  }

  private readAt(offset: number): ReadObject & { readonly number: number } {
    const syntax = new PdfSyntax(this.file, offset);
    const number = numberOf(syntax.plain());
    numberOf(syntax.plain());
    if (syntax.plain() !== 'obj') throw new UnreadablePdfError(`No object begins at ${offset}.`);
    const value = syntax.value();
    if (!isDictionary(value) || !syntax.follows('stream')) return { number, value, stream: null };
    const start = syntax.lineEnd();
    const end = start + numberOf(this.resolved(value.get('/Length')));
    if (!new PdfSyntax(this.file, end).follows('endstream'))
      throw new UnreadablePdfError(`The stream at ${offset} is not as long as it says.`);
    return { number, value, stream: this.file.subarray(start, end) };
  }

  private readTable(offset: number): PdfDictionary {
    const syntax = new PdfSyntax(this.file, offset);
    if (!syntax.follows('xref')) return this.readTableStream(offset);
    for (let word = syntax.plain(); word !== 'trailer'; word = syntax.plain()) {
      const [first, count] = [numberOf(word), numberOf(syntax.plain())];
      for (let at = 0; at < count; at += 1) {
        const place = numberOf(syntax.plain());
        syntax.plain();
        const kind = syntax.plain();
        if (kind !== 'n' && kind !== 'f') throw new UnreadablePdfError('A table is broken.');
        this.note(first + at, kind === 'n' ? { kind: 'open', offset: place } : { kind: 'free' });
      }
    }
    const trailer = syntax.value();
    if (!isDictionary(trailer)) throw new UnreadablePdfError('There is no trailer.');
    return trailer;
  }

  private readTableStream(offset: number): PdfDictionary {
    const { value, stream } = this.readAt(offset);
    if (!isDictionary(value) || stream === null || value.get('/Type') !== '/XRef')
      throw new UnreadablePdfError(`No table begins at ${offset}.`);
    const rows = this.unpacked(value, stream);
    const widths = numbersOf(value.get('/W'));
    const [kindBytes = 0, placeBytes = 0, indexBytes = 0] = widths;
    const size = numberOf(value.get('/Size'));
    const sections = value.has('/Index') ? numbersOf(value.get('/Index')) : [0, size];
    let at = 0;
    const next = (length: number): number => {
      const bytes = rows.subarray(at, at + length);
      at += length;
      return bytes.reduce((sum, byte) => sum * 256 + byte, 0);
    };
    for (let section = 0; section < sections.length; section += 2) {
      const [first = 0, count = 0] = sections.slice(section, section + 2);
      if (at + count * (kindBytes + placeBytes + indexBytes) > rows.length || widths.length !== 3)
        throw new UnreadablePdfError('A table is too short.');
      for (let row = 0; row < count; row += 1) {
        const kind = kindBytes === 0 ? 1 : next(kindBytes);
        const [place, index] = [next(placeBytes), next(indexBytes)];
        if (kind === 1) this.note(first + row, { kind: 'open', offset: place });
        else if (kind === 2) this.note(first + row, { kind: 'packed', stream: place, index });
        else this.note(first + row, { kind: 'free' });
      }
    }
    return value;
  }

  /** Newer tables are read first. */
  private note(number: number, entry: Entry): void {
    if (!this.entries.has(number)) this.entries.set(number, entry);
  }

  private valuesIn(number: number): readonly PdfValue[] {
    const known = this.packed.get(number);
    if (known !== undefined) return known;
    if (this.entries.get(number)?.kind !== 'open') throw new UnreadablePdfError('A stream is in a stream.');
    const { value, stream } = this.object(number);
    if (!isDictionary(value) || stream === null || value.get('/Type') !== '/ObjStm')
      throw new UnreadablePdfError(`Object ${number} holds no objects.`);
    const bytes = this.unpacked(value, stream);
    const [count, first] = [numberOf(value.get('/N')), numberOf(value.get('/First'))];
    const heads = new PdfSyntax(bytes, 0);
    const offsets = Array.from({ length: count }, () => {
      heads.plain();
      return first + numberOf(heads.plain());
    });
    const values = offsets.map((offset) => new PdfSyntax(bytes, offset).value());
    this.packed.set(number, values);
    return values;
  }

  private unpacked(dictionary: PdfDictionary, stream: Buffer): Buffer {
    const filter = dictionary.get('/Filter');
    if (filter === undefined) return stream;
    const names = isList(filter) ? filter : [filter];
    if (names.length !== 1 || names[0] !== '/FlateDecode') throw new UnreadablePdfError('Packed otherwise.');
    const given = dictionary.get('/DecodeParms');
    const parameters = isList(given) ? given[0] : given;
    let bytes: Buffer;
    try {
      bytes = inflateSync(stream, { maxOutputLength: Math.max(1, this.left) });
    } catch (error) {
      throw new UnreadablePdfError('A stream cannot be unpacked.', { cause: error });
    }
    this.left -= bytes.length;
    if (parameters === undefined || parameters === 'null') return bytes;
    if (!isDictionary(parameters)) throw new UnreadablePdfError('Packed otherwise.');
    const predictor = numberOf(parameters.get('/Predictor') ?? '1');
    if (predictor === 1) return bytes;
    if (predictor < 10) throw new UnreadablePdfError('Packed otherwise.');
    return unpredicted(bytes, numberOf(parameters.get('/Columns') ?? '1'));
  }
}

/** Rows of bytes as PNG has them, of the two kinds that tables are written with: as they are, and as differences to the row above. */
function unpredicted(bytes: Buffer, columns: number): Buffer {
  const rows = Math.floor(bytes.length / (columns + 1));
  const plain = Buffer.alloc(rows * columns);
  for (let row = 0; row < rows; row += 1) {
    const kind = bytes[row * (columns + 1)];
    if (kind !== 0 && kind !== 2) throw new UnreadablePdfError('Packed otherwise.');
    for (let column = 0; column < columns; column += 1) {
      const above = kind === 2 && row > 0 ? (plain[(row - 1) * columns + column] ?? 0) : 0;
      plain[row * columns + column] = (bytes[row * (columns + 1) + 1 + column] ?? 0) + above;
    }
  }
  return plain;
}

function numberOf(value: PdfValue | undefined): number {
  if (typeof value !== 'string' || !/^\+?\d+$/.test(value))
    throw new UnreadablePdfError('A number is missing.');
  return Number(value);
}

function numbersOf(value: PdfValue | undefined): readonly number[] {
  if (!isList(value)) throw new UnreadablePdfError('A list is missing.');
  return value.map(numberOf);
}
