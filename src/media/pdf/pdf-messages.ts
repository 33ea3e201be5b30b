/** What the program that draws PDFs is asked and what it answers. */
import type { DrawingWarning } from '../../kernel/drawing-warning.js';

export type PdfRequest =
  /** The file follows as the frame's bytes. */
  | { readonly kind: 'open' }
  | { readonly kind: 'render'; readonly pageIndex: number }
  | { readonly kind: 'words'; readonly pageIndex: number };

/** A word with its place as fractions of the page as it is drawn. */
export interface PdfWord {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface PdfBitmap {
  /** Red, green, blue and a byte without meaning. */
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** Of the page, in points of 1/72 inch. */
  readonly widthPt: number;
  readonly heightPt: number;
  readonly warnings: readonly DrawingWarning[];
}

/** Why a PDF cannot be used. */
export type PdfFailure = 'encrypted' | 'damaged' | 'unreadablePage' | 'emptyPage';

export type PdfAnswer =
  /** The program runs; sent once, without being asked. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'opened'; readonly pageCount: number; readonly warnings: readonly DrawingWarning[] }
  /** The pixels follow as the frame's bytes. */
  | ({ readonly kind: 'rendered' } & Omit<PdfBitmap, 'data'>)
  /** A list of `PdfWord` follows as JSON. */
  | { readonly kind: 'words' }
  | { readonly kind: 'failed'; readonly failure: PdfFailure };
