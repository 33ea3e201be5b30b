/** Reports of a comparison, by the kind of file that is wanted. */
import { recordLines } from '../words/record-lines.js';
import { verdictOf } from '../words/pages.js';
import { wordsFor } from '../words/sheet-words.js';
import type { ProofWords, ProofLanguage } from '../words/proof-words.js';
import type { ReportContent } from './report-content.js';
import { badInput } from '../../kernel/errors.js';
import { htmlReport } from './report-html.js';
import { pdfReport } from './report-pdf.js';
import { proofWords } from '../words/languages.js';

/** A comparison as JSON, for programs that file it: everything of a report but its pictures. */
export function jsonReport(content: ReportContent, say: ProofWords): Readonly<Record<string, unknown>> {
  const { record, comparison, pages, decisions, signature } = content;
  const { referencePageCount, queryPageCount, pages: compared, ...summary } = comparison;
  const counts = [referencePageCount, queryPageCount];
  const ignoredCount = pages.reduce((sum, { ignored }) => sum + ignored.length, 0);
  const { files, ...about } = record;
  return {
    files: files.map((file, at) => ({ ...file, pageCount: counts[at] })),
    ...about,
    remarks: recordLines(record, comparison, say),
    verdict: verdictOf(comparison, wordsFor(comparison, say), ignoredCount),
    ...summary,
    approval: signature,
    pages: compared.map((page, at) => ({
      ...page,
      ignored: pages[at]?.ignored ?? [],
      decisions: decisions.filter((one) => one.page === at).map(({ page: _page, ...rest }) => rest),
    })),
  };
}

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
