/** A comparison of two PDFs as callers get it. */
import type { ComparedPage, PagePictures, PdfComparison } from '../../applications/proofs/compared-pdfs.js';
import type { ReportFile } from '../../applications/proofs/report.js';

export interface ProofPage {
  readonly page: ComparedPage;
  readonly thumbnails: PagePictures['thumbnails'];
  /** Both pages as they were drawn, where they differ; null where an answer holds enough. */
  readonly pictures: { readonly reference: Buffer; readonly query: Buffer } | null;
}

export interface Proof {
  /** By which it is found while it is kept; null where it is not. */
  readonly keptId: string | null;
  readonly comparison: PdfComparison;
  readonly pages: readonly ProofPage[];
  /** null unless it was asked for. */
  readonly report: ReportFile | null;
}
