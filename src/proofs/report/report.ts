/** Reports of a comparison, by the kind of file that is wanted. */
import { badInput } from '../../kernel/errors.js';
import type { ReportContent } from './report-content.js';
import { htmlReport } from './report-html.js';
import { jsonReport } from './report-json.js';
import { pdfReport } from './report-pdf.js';
import { proofWords } from '../words/languages.js';
import type { ProofLanguage } from '../words/proof-words.js';

export const REPORT_FORMATS = ['html', 'pdf', 'json'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

export interface ReportFile {
  /** A name to save it under. */
  readonly fileName: string;
  readonly contentType: string;
  readonly content: Buffer;
}

const endings: readonly (readonly [ending: RegExp, format: ReportFormat])[] = [
  [/\.html?$/i, 'html'],
  [/\.pdf$/i, 'pdf'],
  [/\.json$/i, 'json'],
];

/** @param fileName says by its ending which kind of report is wanted @throws LoupeError BAD_USER_INPUT */
export function reportFormatOf(fileName: string): ReportFormat {
  const found = endings.find(([ending]) => ending.test(fileName));
  if (found === undefined) throw badInput('report', 'must end with .html, .pdf or .json');
  return found[1];
}

export async function reportOf(
  content: ReportContent,
  format: ReportFormat,
  language: ProofLanguage = 'en',
): Promise<ReportFile> {
  const say = proofWords(language);
  switch (format) {
    case 'html':
      return {
        fileName: 'comparison.html',
        contentType: 'text/html; charset=utf-8',
        content: Buffer.from(htmlReport(content, say)),
      };
    case 'pdf':
      return {
        fileName: 'comparison.pdf',
        contentType: 'application/pdf',
        content: await pdfReport(content, say),
      };
    case 'json':
      return {
        fileName: 'comparison.json',
        contentType: 'application/json',
        content: Buffer.from(`${JSON.stringify(jsonReport(content, say), null, 2)}\n`),
      };
  }
}
