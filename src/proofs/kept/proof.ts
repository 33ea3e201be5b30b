/** A comparison of two PDFs as callers get it. */
import type { ComparisonRecord, Decision, Signature } from '../comparison-record.js';
import type { ComparedPage, PagePictures, PdfComparison } from '../compared-pdfs.js';
import type { ReportFile } from '../report/report.js';

export interface ProofPage {
  readonly page: ComparedPage;
  readonly thumbnails: PagePictures['thumbnails'];
  /** Both pages as they were drawn, where they differ; null where they do not, or where the pictures of the answer are large enough already. */
  readonly pictures: { readonly reference: Buffer; readonly query: Buffer } | null;
}

export interface Proof {
  /** Id of the stored comparison; null where it was not stored. */
  readonly keptId: string | null;
  readonly record: ComparisonRecord;
  readonly decisions: readonly Decision[];
  /** null where nobody approved it. */
  readonly signature: Signature | null;
  readonly comparison: PdfComparison;
  readonly pages: readonly ProofPage[];
  /** null unless it was asked for. */
  readonly report: ReportFile | null;
}
