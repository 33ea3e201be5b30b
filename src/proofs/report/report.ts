/** Reports of a comparison, by the kind of file that is wanted. */
import { badInput } from '../../kernel/errors.js';
import type { ReportContent } from './report-content.js';
import { htmlReport } from './report-html.js';
import { pdfReport } from './report-pdf.js';
import { proofWords } from '../words/languages.js';
import type { ProofLanguage } from '../words/proof-words.js';

export type ReportFormat = 'html' | 'pdf';

export interface ReportFile {
  /** A name to save it under. */
  readonly fileName: string;
  readonly contentType: string;
  readonly content: Buffer;
}

const endings: readonly (readonly [ending: RegExp, format: ReportFormat])[] = [
  [/\.html?$/i, 'html'],
  [/\.pdf$/i, 'pdf'],
];

/** @param fileName says by its ending which kind of report is wanted @throws LoupeError BAD_USER_INPUT */
export function reportFormatOf(fileName: string): ReportFormat {
  const found = endings.find(([ending]) => ending.test(fileName));
  if (found === undefined) throw badInput('report', 'must end with .html or .pdf');
  return found[1];
}

export async function reportOf(
  content: ReportContent,
  format: ReportFormat,
  language: ProofLanguage = 'en',
): Promise<ReportFile> {
  const say = proofWords(language);
  return format === 'html'
    ? {
        fileName: 'comparison.html',
        contentType: 'text/html; charset=utf-8',
        content: Buffer.from(htmlReport(content, say)),
      }
    : { fileName: 'comparison.pdf', contentType: 'application/pdf', content: await pdfReport(content, say) };
}
