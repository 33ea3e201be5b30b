/** Paint of the objects on a page, and whether it overprints: the page as it is drawn beside its marked copy (`inks.ts`). */
import { inkOf, type MarkedPdf, overprintOf } from './inks.js';
import type { PdfLibrary, Pointer } from '../pdf-library.js';

const TEXT = 1;
const PATH = 2;
const FILLED_TEXT: readonly number[] = [0, 2, 4, 6];
const STROKED_TEXT: readonly number[] = [1, 2, 5, 6];
/** Color space of a stencil, which has none and is painted as letters are. */
export const STENCIL = 0;
const METADATA_BYTES = 28;
const METADATA_SPACE_AT = 20;
/** Black hides what lies below, multiplied or not. */
const DARKEST = 48;

export interface Part {
  readonly overprint: 'nonzero' | 'all' | null;
  /** In the marked copy, and as it is drawn. */
  readonly color: readonly [number, number, number];
  readonly drawn: readonly [number, number, number];
}

export const isBlackPart = ({ drawn }: Part): boolean => Math.max(...drawn) <= DARKEST;

export class PaintedParts {
  constructor(
    private readonly library: PdfLibrary,
    private readonly page: Pointer,
    private readonly inks: MarkedPdf['inks'],
  ) {}

  /** The painted parts of an object. */
  partsOf(drawn: Pointer, marked: Pointer, type: number): readonly Part[] {
    const { call } = this.library;
    const part = (what: 'Fill' | 'Stroke') => {
      const [inCopy, asDrawn] = [this.colorOf(marked, what), this.colorOf(drawn, what)];
      if (inCopy === null || asDrawn === null) return [];
      const [red, green, blue, opacity] = inCopy;
      const [r, g, b] = asDrawn;
      return [{ overprint: overprintOf(opacity), color: [red, green, blue], drawn: [r, g, b] } as const];
    };
    if (type === TEXT) {
      const mode = call.FPDFTextObj_GetTextRenderMode(drawn);
      return [
        ...(FILLED_TEXT.includes(mode) ? part('Fill') : []),
        ...(STROKED_TEXT.includes(mode) ? part('Stroke') : []),
      ];
    }
    if (type !== PATH) return part('Fill');
    return this.library.with(8, (mode) => {
      call.FPDFPath_GetDrawMode(drawn, mode, mode + 4);
      const [fills, strokes] = [mode, mode + 4].map((at) => this.library.view.getInt32(at, true) !== 0);
      return [...(fills === true ? part('Fill') : []), ...(strokes === true ? part('Stroke') : [])];
    });
  }

  private colorOf(
    object: Pointer,
    what: 'Fill' | 'Stroke',
  ): readonly [number, number, number, number] | null {
    const { call } = this.library;
    return this.library.with(16, (at) => {
      const places = [at, at + 4, at + 8, at + 12] as const;
      const isThere =
        what === 'Fill'
          ? call.FPDFPageObj_GetFillColor(object, ...places)
          : call.FPDFPageObj_GetStrokeColor(object, ...places);
      const value = (place: number) => this.library.view.getUint32(place, true);
      return isThere === 0 ? null : [value(places[0]), value(places[1]), value(places[2]), value(places[3])];
    });
  }

  /** Null for a color of the process. */
  inksOf({ color, drawn }: Part): readonly string[] | null {
    if (color.every((value, at) => value === drawn[at])) return null;
    return this.inks[inkOf(color[0], color[1])] ?? null;
  }

  spaceOf(image: Pointer): number {
    return this.library.with(METADATA_BYTES, (metadata) =>
      this.library.call.FPDFImageObj_GetImageMetadata(image, this.page, metadata) === 0
        ? STENCIL
        : this.library.view.getInt32(metadata + METADATA_SPACE_AT, true),
    );
  }
}
