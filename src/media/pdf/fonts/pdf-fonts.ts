/**
 * Gives pdfium the fonts of the system where its own hold too few letters. pdfium's own fonts keep drawing what they hold,
 * so that a page looks the same wherever it is drawn.
 */
import { readFileSync } from 'node:fs';
import type { PdfLibrary, Pointer } from '../pdf-library.js';
import type { FontFile } from './font-file.js';
import type { SystemFonts } from './system-fonts.js';

/** Functions of JavaScript that WebAssembly can call: each goes through a module of its own that only passes it on. */

const I32 = 0x7f;
const TYPES = 1;
const IMPORTS = 2;
const EXPORTS = 7;

export interface Callback {
  /** How many 32-bit numbers it is given. */
  readonly parameters: number;
  /** Whether it answers a 32-bit number. */
  readonly answers: boolean;
  run(...args: number[]): number;
}

/** Puts a function at a place of a table, which is what C calls its address. */
function putCallback(table: WebAssembly.Table, place: number, callback: Callback): void {
  const module = new WebAssembly.Module(passOn(callback));
  const { exports } = new WebAssembly.Instance(module, {
    e: { f: (...args: number[]) => callback.run(...args) },
  });
  table.set(place, exports['f']);
}

/** A module that imports `e.f` and exports it as `f`: only functions of modules can be in a table. */
function passOn({ parameters, answers }: Callback): Uint8Array<ArrayBuffer> {
  const type = [0x60, parameters, ...new Array<number>(parameters).fill(I32), ...(answers ? [1, I32] : [0])];
  const section = (id: number, content: readonly number[]) => [id, content.length, ...content];
  return new Uint8Array([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(TYPES, [1, ...type]),
    ...section(IMPORTS, [1, 1, 0x65, 1, 0x66, 0, 0]),
    ...section(EXPORTS, [1, 1, 0x66, 0, 0]),
  ]);
}

/** Character sets of Windows without letters of a script. */
const ANSI = 0;
const DEFAULT = 1;
const SYMBOL = 2;
const FIXED_PITCH = 1;
const ROMAN = 16;
/** The tag by which pdfium asks for a whole collection of fonts. */
const COLLECTION = 0x74746366;
const WHOLE_FILE = 0;

export class PdfFonts {
  /**
   * While a page is read its fonts are asked for, and pdfium's own serve for Latin letters. While it is drawn a substitute
   * is asked for once a letter was missing.
   */
  private isDrawing = false;
  private readonly given: { readonly file: FontFile; readonly bytes: Buffer }[] = [];

  constructor(
    private readonly library: PdfLibrary,
    private readonly fonts: SystemFonts,
  ) {}

  /** Lets pdfium ask here. Its table of functions has no free place: those of its default answers are taken. */
  install(): void {
    const { call, table, view } = this.library;
    const info = call.FPDF_GetDefaultSystemFontInfo();
    if (info === 0) return;
    for (const [at, callback] of this.callbacks().entries()) {
      putCallback(table, view.getUint32(info + 4 * (at + 1), true), callback);
    }
    call.FPDF_SetSystemFontInfo(info);
  }

  drawing<T>(work: () => T): T {
    this.isDrawing = true;
    try {
      return work();
    } finally {
      this.isDrawing = false;
    }
  }

  /** In the order of FPDF_SYSFONTINFO; the first parameter of each is that structure. */
  private callbacks(): readonly Callback[] {
    const nothing = () => 0;
    return [
      { parameters: 1, answers: false, run: nothing },
      { parameters: 2, answers: false, run: nothing },
      {
        parameters: 7,
        answers: true,
        run: (_info = 0, weight = 0, italic = 0, charset = 0, pitch = 0) =>
          this.map(charset, weight, italic !== 0, pitch),
      },
      { parameters: 2, answers: true, run: nothing },
      {
        parameters: 5,
        answers: true,
        run: (_info = 0, font = 0, table = 0, buffer = 0, size = 0) => this.data(font, table, buffer, size),
      },
      {
        parameters: 4,
        answers: true,
        run: (_info = 0, font = 0, buffer = 0, size = 0) =>
          this.fill(Buffer.from(`font${font}\0`), buffer, size),
      },
      { parameters: 2, answers: true, run: () => DEFAULT },
      { parameters: 2, answers: false, run: nothing },
    ];
  }

  /** @returns a handle, the place among those given, from 1; 0 leaves the choice to pdfium */
  private map(charset: number, weight: number, isItalic: boolean, pitch: number): number {
    if (charset === SYMBOL) return 0;
    const isLatin = charset === ANSI || charset === DEFAULT;
    if (isLatin && !this.isDrawing) return 0;
    const file = this.fonts.find({
      charset: isLatin ? ANSI : charset,
      weight,
      isItalic,
      isSerif: (pitch & ROMAN) !== 0,
      isMonospaced: (pitch & FIXED_PITCH) !== 0,
    });
    if (file === null) return 0;
    const known = this.given.findIndex((each) => each.file === file);
    if (known >= 0) return known + 1;
    try {
      return this.given.push({ file, bytes: readFileSync(file.path) });
    } catch {
      return 0;
    }
  }

  private data(font: number, table: number, buffer: Pointer, size: number): number {
    const given = this.given[font - 1];
    if (given === undefined) return 0;
    const start = given.file.collectionOffset;
    const tag = table >>> 0;
    if (tag === COLLECTION) return start === null ? 0 : this.fill(given.bytes, buffer, size);
    // pdfium finds a font of a collection by how much lies behind its beginning.
    if (tag === WHOLE_FILE) return this.fill(given.bytes.subarray(start ?? 0), buffer, size);
    return this.fill(tableOf(given.bytes, start ?? 0, tag), buffer, size);
  }

  private fill(bytes: Buffer, buffer: Pointer, size: number): number {
    if (buffer !== 0 && size > 0 && bytes.length > 0) {
      this.library.bytes.set(bytes.subarray(0, size), buffer);
    }
    return bytes.length;
  }
}

function tableOf(font: Buffer, start: number, tag: number): Buffer {
  const count = font.readUInt16BE(start + 4);
  for (let at = start + 12; at < start + 12 + count * 16; at += 16) {
    if (font.readUInt32BE(at) !== tag) continue;
    const offset = font.readUInt32BE(at + 8);
    return font.subarray(offset, offset + font.readUInt32BE(at + 12));
  }
  return Buffer.alloc(0);
}
