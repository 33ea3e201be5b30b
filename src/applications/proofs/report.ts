/** Reports of a comparison, by the kind of file that is wanted. */
import { badInput } from '../../kernel/errors.js';
import type { ReportContent } from './report-content.js';
import { htmlReport } from './report-html.js';
import { pdfReport } from './report-pdf.js';

type ReportWriter = (content: ReportContent) => Promise<Buffer>;

const writers: readonly (readonly [ending: RegExp, write: ReportWriter])[] = [
  [/\.html?$/i, (content) => Promise.resolve(Buffer.from(htmlReport(content)))],
  [/\.pdf$/i, pdfReport],
];

/** @param fileName says by its ending which kind of report is wanted @throws LoupeError BAD_USER_INPUT */
export function reportWriterFor(fileName: string): ReportWriter {
  const found = writers.find(([ending]) => ending.test(fileName));
  if (found === undefined) throw badInput('report', 'must end with .html or .pdf');
  return found[1];
}
