/** What the program that draws PDFs is asked and what it answers. */

export type PdfRequest =
  /** The file follows as the frame's bytes. */
  { readonly kind: 'open' } | { readonly kind: 'render'; readonly pageIndex: number };

/**
 * - `FontsMissing`: fonts that the file does not hold; their letters are drawn in others, or not at all.
 * - `ImagesMissing`: pictures that cannot be read, by how they are coded.
 * - `PagesMissing`: numbers of pages that the file promises and does not hold.
 */
export const pdfWarningCodes = ['FontsMissing', 'ImagesMissing', 'PagesMissing'] as const;

/** What of a file is not drawn as it is printed. */
export interface PdfWarning {
  readonly code: (typeof pdfWarningCodes)[number];
  readonly names: readonly string[];
}

export interface PdfBitmap {
  /** Red, green, blue and a byte without meaning. */
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly warnings: readonly PdfWarning[];
}

/** Why a PDF cannot be used. */
export type PdfFailure = 'encrypted' | 'damaged' | 'unreadablePage' | 'emptyPage';

export type PdfAnswer =
  /** The program runs; sent once, without being asked. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'opened'; readonly pageCount: number; readonly warnings: readonly PdfWarning[] }
  /** The pixels follow as the frame's bytes. */
  | ({ readonly kind: 'rendered' } & Omit<PdfBitmap, 'data'>)
  | { readonly kind: 'failed'; readonly failure: PdfFailure };
