/**
 * Overprint, which pdfium leaves out. An ink that overprints prints on what lies below; drawn over it, it would hide it. Such
 * objects are multiplied with what lies below, which is what inks do on paper. Inks that print no color (varnish, white, foil, die lines)
 * are not drawn where they overprint; without overprint the art below is not printed, and they hide it here, too.
 */
import type { DrawingWarning } from '../../../kernel/drawing-warning.js';
import { type MarkedPdf, markOverprint, overprints, spotInksOf } from './inks.js';
import type { PdfOverprinting } from '../pdf-messages.js';
import type { PdfLibrary, Pointer } from '../pdf-library.js';
import { OverprintPlaces } from './overprint-places.js';
import { isBlackPart, PaintedParts, type Part, STENCIL } from './painted-parts.js';

const IMAGE = 3;
const SHADING = 4;
const FORM = 5;
/** Color spaces of pictures as pdfium numbers them. */
const INK_SPACES: readonly number[] = [8, 9];
/** Of a palette, whose colors may be of inks. */
const PALETTE = 10;
const MOST_DEPTH = 20;
const MOST_OBJECTS = 200_000;
/** Blending takes a millisecond for an object, and some 40 for a whole page: the largest objects are blended. */
const MOST_BLENDED = 300;
const MOST_BLENDED_PAGES = 15;

/** Words in names of inks that print no color of their own, alone or with others. */
const WORDS = new Set(
  'uv die dieline dielines cut fold folds score perf rill knick gloss white wit weiss weiß blanc blanco bianco foil folie lack vernis'.split(
    ' ',
  ),
);
const STEMS =
  /varnish|lacquer|lackier|spotuv|drucklack|uvlack|gloss|glanz|white|emboss|deboss|pr(?:ä|ae)g|hotfoil|goldfoil|silverfoil|cutcontour|kisscut|thrucut|diecut|stanz|crease|perfor|braille|primer|coating|barniz|vernice|relief/;

/** Alone: matt black is a black. */
const FINISHES = new Set(['mat', 'matt', 'matte', 'mattlack', 'matlack']);

function isTechnicalInk(name: string): boolean {
  const words = name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u);
  const joined = words.join('');
  return words.some((word) => WORDS.has(word)) || STEMS.test(joined) || FINISHES.has(joined);
}

export class PdfOverprint {
  private constructor(
    private readonly library: PdfLibrary,
    private readonly document: Pointer,
    private readonly inks: MarkedPdf['inks'],
    private readonly hasUnmarked: boolean,
  ) {}

  /** @returns null for a file that overprints nothing; warnings where overprint cannot be seen */
  static of(
    library: PdfLibrary,
    file: Buffer,
    open: ReadonlyMap<number, number>,
    packed: ReadonlyMap<number, string>,
  ): {
    readonly overprint: PdfOverprint | null;
    /** Whether something overprints and nobody can tell where. */
    readonly isUnseen: boolean;
    readonly warnings: readonly DrawingWarning[];
  } {
    if (!overprints(file, packed)) return { overprint: null, isUnseen: false, warnings: [] };
    const marked = markOverprint(file, open, packed);
    const document = marked.file === null ? 0 : load(library, marked.file);
    if (marked.file === null || document === 0)
      return { overprint: null, isUnseen: true, warnings: warningOf(spotInksOf(marked.inks)) };
    return {
      overprint: new PdfOverprint(library, document, marked.inks, marked.hasUnmarked),
      isUnseen: false,
      warnings: [],
    };
  }

  /** Changes the objects of a page so that they are drawn as they overprint. @returns what is not */
  apply(page: Pointer, place: number): readonly DrawingWarning[] {
    return this.withMarked(place, [], (marked) => {
      const overprinting = new OverprintingPage(this.library, page, this.inks);
      overprinting.readPage(page, marked);
      if (this.hasUnmarked && overprinting.hasAny) overprinting.noteAll();
      return warningOf([...overprinting.names]);
    });
  }

  /** The inks that overprint on a page, and where. */
  list(page: Pointer, place: number): readonly PdfOverprinting[] {
    return this.withMarked(place, [], (marked) =>
      new OverprintPlaces(this.library, page, this.inks).list(page, marked),
    );
  }

  private withMarked<T>(place: number, otherwise: T, work: (marked: Pointer) => T): T {
    const { call } = this.library;
    const marked = call.FPDF_LoadPage(this.document, place);
    if (marked === 0) return otherwise;
    try {
      return work(marked);
    } finally {
      call.FPDF_ClosePage(marked);
    }
  }
}

/** Stays as long as the process, which draws one file. */
function load(library: PdfLibrary, file: Buffer): Pointer {
  const address = library.allocate(file.length);
  library.bytes.set(file, address);
  return library.call.FPDF_LoadMemDocument(address, file.length, 0);
}

function warningOf(names: readonly string[]): readonly DrawingWarning[] {
  return names.length === 0 ? [] : [{ code: 'OverprintNotDrawn', names: [...names].toSorted() }];
}

class OverprintingPage {
  readonly names = new Set<string>();
  hasAny = false;
  private left = MOST_OBJECTS;
  private readonly blended: { readonly object: Pointer; readonly share: number; readonly isInk: boolean }[] =
    [];
  private readonly area: number;
  private readonly painted: PaintedParts;

  constructor(
    private readonly library: PdfLibrary,
    page: Pointer,
    private readonly inks: MarkedPdf['inks'],
  ) {
    const { call } = library;
    this.painted = new PaintedParts(library, page, inks);
    this.area = Math.max(1, call.FPDF_GetPageWidthF(page) * call.FPDF_GetPageHeightF(page));
  }

  noteAll(): void {
    for (const name of spotInksOf(this.inks)) this.names.add(name);
  }

  readPage(drawn: Pointer, marked: Pointer): void {
    const { call } = this.library;
    const count = call.FPDFPage_CountObjects(drawn);
    if (count !== call.FPDFPage_CountObjects(marked)) return;
    for (let at = 0; at < count; at += 1)
      this.read(call.FPDFPage_GetObject(drawn, at), call.FPDFPage_GetObject(marked, at), 0);
    this.blend();
  }

  private blend(): void {
    let left = MOST_BLENDED_PAGES;
    const largestFirst = this.blended.toSorted((a, b) => b.share - a.share);
    this.library.with(16, (mode) => {
      this.library.bytes.set(Buffer.from('Multiply\0'), mode);
      for (const [at, { object, share, isInk }] of largestFirst.entries()) {
        left -= share;
        if (at < MOST_BLENDED && left >= 0) this.library.call.FPDFPageObj_SetBlendMode(object, mode);
        else if (isInk) this.noteAll();
      }
    });
  }

  /** Share of the page that an object may cover. */
  private shareOf(object: Pointer): number {
    return this.library.with(16, (at) => {
      if (this.library.call.FPDFPageObj_GetBounds(object, at, at + 4, at + 8, at + 12) === 0) return 1;
      const [left, bottom, right, top] = [0, 4, 8, 12].map((by) =>
        this.library.view.getFloat32(at + by, true),
      );
      const area = ((right ?? 0) - (left ?? 0)) * ((top ?? 0) - (bottom ?? 0));
      return Number.isFinite(area) ? Math.min(1, Math.max(0, area / this.area)) : 1;
    });
  }

  private read(drawn: Pointer, marked: Pointer, depth: number): void {
    this.left -= 1;
    const { call } = this.library;
    if (this.left < 0 || drawn === 0 || marked === 0) return;
    const type = call.FPDFPageObj_GetType(drawn);
    if (type === FORM) this.readForm(drawn, marked, depth);
    else if (type === SHADING || (type === IMAGE && this.painted.spaceOf(drawn) !== STENCIL))
      this.readPicture(drawn, marked, type === SHADING);
    else this.readPainted(drawn, this.painted.partsOf(drawn, marked, type));
  }

  private readForm(drawn: Pointer, marked: Pointer, depth: number): void {
    const { call } = this.library;
    const count = call.FPDFFormObj_CountObjects(drawn);
    if (depth >= MOST_DEPTH || count !== call.FPDFFormObj_CountObjects(marked)) return;
    for (let at = 0; at < count; at += 1)
      this.read(call.FPDFFormObj_GetObject(drawn, at), call.FPDFFormObj_GetObject(marked, at), depth + 1);
  }

  /** pdfium says no colors of pictures and shadings, but that the copy is transparent where they overprint. */
  private readPicture(drawn: Pointer, marked: Pointer, isShading: boolean): void {
    const { call } = this.library;
    const isOver =
      call.FPDFPageObj_HasTransparency(drawn) === 0 && call.FPDFPageObj_HasTransparency(marked) !== 0;
    if (!isOver) return;
    const space = isShading ? PALETTE : this.painted.spaceOf(drawn);
    if (space === PALETTE) this.noteAll();
    // Other pictures replace all inks of the process.
    if (INK_SPACES.includes(space)) this.print(drawn, spotInksOf(this.inks));
  }

  private readPainted(object: Pointer, parts: readonly Part[]): void {
    if (parts.length === 0 || parts.some(({ overprint }) => overprint === null)) return;
    this.hasAny = true;
    const inks = parts.map((part) => this.painted.inksOf(part));
    const isInk = inks.every((each) => each !== null);
    // Without OPM 1 colors of process inks replace all of them.
    if (!isInk && parts.some(({ overprint }) => overprint === 'all')) return;
    const isBlack = parts.every(isBlackPart);
    const names = inks.flatMap((each) => each ?? []);
    if (!isBlack || names.some(isTechnicalInk)) this.print(object, isInk ? names : []);
  }

  /** @param names of the inks that it is printed with; none for those of the process */
  private print(object: Pointer, names: readonly string[]): void {
    const { call } = this.library;
    this.hasAny = true;
    if (names.length > 0 && names.every(isTechnicalInk)) {
      call.FPDFPageObj_SetIsActive(object, 0);
      for (const name of names) this.names.add(name);
      return;
    }
    this.blended.push({ object, share: this.shareOf(object), isInk: names.length > 0 });
  }
}
