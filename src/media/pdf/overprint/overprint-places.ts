/** Where on a page which inks overprint, to compare it with another page. */
import type { MarkedPdf } from './inks.js';
import { isBlackPart, PaintedParts, STENCIL } from './painted-parts.js';
import { OVERPRINT_CELLS, type PdfOverprinting } from '../pdf-messages.js';
import type { PdfLibrary, Pointer } from '../pdf-library.js';

const IMAGE = 3;
const SHADING = 4;
const FORM = 5;
const MOST_DEPTH = 20;
const MOST_OBJECTS = 200_000;
const UNITS = 1_000_000;

/** a, b, c, d, e, f: x' = ax + cy + e, y' = bx + dy + f. */
type Matrix = readonly [number, number, number, number, number, number];
const UNMOVED: Matrix = [1, 0, 0, 1, 0, 0];

export class OverprintPlaces {
  private readonly painted: PaintedParts;
  private readonly cells = new Map<string, Set<number>>();
  private left = MOST_OBJECTS;

  constructor(
    private readonly library: PdfLibrary,
    private readonly page: Pointer,
    inks: MarkedPdf['inks'],
  ) {
    this.painted = new PaintedParts(library, page, inks);
  }

  /** @param marked the page in the marked copy */
  list(drawn: Pointer, marked: Pointer): readonly PdfOverprinting[] {
    const { call } = this.library;
    const count = call.FPDFPage_CountObjects(drawn);
    if (count !== call.FPDFPage_CountObjects(marked)) return [];
    for (let at = 0; at < count; at += 1)
      this.read(call.FPDFPage_GetObject(drawn, at), call.FPDFPage_GetObject(marked, at), UNMOVED, 0);
    return [...this.cells]
      .map(([ink, cells]) => ({ ink, cells: [...cells].toSorted((a, b) => a - b) }))
      .toSorted((a, b) => (a.ink < b.ink ? -1 : 1));
  }

  private read(drawn: Pointer, marked: Pointer, matrix: Matrix, depth: number): void {
    this.left -= 1;
    const { call } = this.library;
    if (this.left < 0 || drawn === 0 || marked === 0) return;
    const type = call.FPDFPageObj_GetType(drawn);
    if (type === FORM) {
      this.readForm(drawn, marked, matrix, depth);
      return;
    }
    const isPicture = type === SHADING || (type === IMAGE && this.painted.spaceOf(drawn) !== STENCIL);
    for (const ink of isPicture ? this.inkOfPicture(drawn, marked) : this.inksOf(drawn, marked, type))
      this.note(ink, drawn, matrix);
  }

  private readForm(drawn: Pointer, marked: Pointer, matrix: Matrix, depth: number): void {
    const { call } = this.library;
    const count = call.FPDFFormObj_CountObjects(drawn);
    if (depth >= MOST_DEPTH || count !== call.FPDFFormObj_CountObjects(marked)) return;
    const inner = moved(this.matrixOf(drawn), matrix);
    for (let at = 0; at < count; at += 1)
      this.read(
        call.FPDFFormObj_GetObject(drawn, at),
        call.FPDFFormObj_GetObject(marked, at),
        inner,
        depth + 1,
      );
  }

  private inkOfPicture(drawn: Pointer, marked: Pointer): readonly string[] {
    const { call } = this.library;
    const isOver =
      call.FPDFPageObj_HasTransparency(drawn) === 0 && call.FPDFPageObj_HasTransparency(marked) !== 0;
    return isOver ? ['CMYK'] : [];
  }

  private inksOf(drawn: Pointer, marked: Pointer, type: number): readonly string[] {
    return this.painted.partsOf(drawn, marked, type).flatMap((part) => {
      if (part.overprint === null) return [];
      const names = this.painted.inksOf(part);
      if (names !== null) return [names.join(' + ')];
      const mode = part.overprint === 'nonzero' ? 'OPM 1' : 'OPM 0';
      return [`${isBlackPart(part) ? 'Black' : 'CMYK'} (${mode})`];
    });
  }

  private note(ink: string, object: Pointer, matrix: Matrix): void {
    const box = this.boxOf(object, matrix);
    const cells = this.cells.get(ink) ?? new Set<number>();
    this.cells.set(ink, cells);
    if (box === null) return;
    const last = OVERPRINT_CELLS - 1;
    const cell = (share: number): number => Math.min(last, Math.max(0, Math.floor(share * OVERPRINT_CELLS)));
    for (let row = cell(box.top); row <= cell(box.bottom); row += 1)
      for (let column = cell(box.left); column <= cell(box.right); column += 1)
        cells.add(row * OVERPRINT_CELLS + column);
  }

  /** In shares of the page as it is drawn; null for what lies beside it. */
  private boxOf(object: Pointer, matrix: Matrix) {
    const { call } = this.library;
    return this.library.with(24, (at) => {
      if (call.FPDFPageObj_GetBounds(object, at, at + 4, at + 8, at + 12) === 0) return null;
      const [left = 0, bottom = 0, right = 0, top = 0] = [0, 4, 8, 12].map((by) =>
        this.library.view.getFloat32(at + by, true),
      );
      const corners = [left, right].flatMap((x) => [bottom, top].map((y) => applied(matrix, x, y)));
      const onPage = corners.map(([x, y]) => {
        call.FPDF_PageToDevice(this.page, 0, 0, UNITS, UNITS, 0, x, y, at + 16, at + 20);
        const { view } = this.library;
        return [view.getInt32(at + 16, true) / UNITS, view.getInt32(at + 20, true) / UNITS] as const;
      });
      const [xs, ys] = [onPage.map(([x]) => x), onPage.map(([, y]) => y)];
      const box = {
        left: Math.min(...xs),
        top: Math.min(...ys),
        right: Math.max(...xs),
        bottom: Math.max(...ys),
      };
      return box.right < 0 || box.bottom < 0 || box.left > 1 || box.top > 1 ? null : box;
    });
  }

  private matrixOf(form: Pointer): Matrix {
    return this.library.with(24, (at) => {
      if (this.library.call.FPDFPageObj_GetMatrix(form, at) === 0) return UNMOVED;
      const value = (index: number): number => this.library.view.getFloat32(at + index * 4, true);
      return [value(0), value(1), value(2), value(3), value(4), value(5)];
    });
  }
}

function applied([a, b, c, d, e, f]: Matrix, x: number, y: number): readonly [number, number] {
  return [a * x + c * y + e, b * x + d * y + f];
}

/** The matrix of what lies in a form, and the form on the page. */
function moved([a, b, c, d, e, f]: Matrix, outer: Matrix): Matrix {
  const [x, y, origin] = [
    applied([outer[0], outer[1], outer[2], outer[3], 0, 0], a, b),
    applied([outer[0], outer[1], outer[2], outer[3], 0, 0], c, d),
    applied(outer, e, f),
  ];
  return [x[0], x[1], y[0], y[1], origin[0], origin[1]];
}
