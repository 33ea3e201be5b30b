import type { RawPdf } from '../files/raw-pdf.js';

export interface PdfCase {
  readonly name: string;
  readonly pdf: RawPdf;
}
