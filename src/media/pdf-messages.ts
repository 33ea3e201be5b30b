/** What the program that draws PDFs is asked and what it answers. */

export type PdfRequest =
  /** The file follows as the frame's bytes. */
  { readonly kind: 'open' } | { readonly kind: 'render'; readonly pageIndex: number };

export interface PdfBitmap {
  /** RGBA. */
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Why a PDF cannot be used. */
export type PdfFailure = 'encrypted' | 'damaged' | 'unreadablePage' | 'emptyPage';

export type PdfAnswer =
  /** The program runs; sent once, without being asked. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'opened'; readonly pageCount: number }
  /** The pixels follow as the frame's bytes. */
  | { readonly kind: 'rendered'; readonly width: number; readonly height: number }
  | { readonly kind: 'failed'; readonly failure: PdfFailure };
