/** What the PDF worker is asked and what it answers. */

export type PdfRequest =
  | { readonly kind: 'open'; readonly bytes: Uint8Array }
  | { readonly kind: 'render'; readonly pageIndex: number };

export interface PdfBitmap {
  /** RGBA. */
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Why a PDF cannot be used. */
export type PdfFailure = 'encrypted' | 'damaged' | 'unreadablePage' | 'emptyPage';

export type PdfAnswer =
  | { readonly kind: 'opened'; readonly pageCount: number }
  | { readonly kind: 'rendered'; readonly bitmap: PdfBitmap }
  | { readonly kind: 'failed'; readonly failure: PdfFailure };
