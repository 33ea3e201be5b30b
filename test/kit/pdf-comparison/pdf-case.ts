import type { RawPdf } from '../raw-pdf.js';

export interface PdfCase {
  readonly name: string;
  readonly pdf: RawPdf;
}
