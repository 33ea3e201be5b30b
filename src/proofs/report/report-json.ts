/** A comparison as JSON, for programs that file it: everything of a report but its pictures. */
import { recordLines } from '../words/record-lines.js';
import { verdictOf } from '../words/pages.js';
import type { ProofWords } from '../words/proof-words.js';
import type { ReportContent } from './report-content.js';

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
    verdict: verdictOf(comparison, say, ignoredCount),
    ...summary,
    approval: signature,
    pages: compared.map((page, at) => ({
      ...page,
      ignored: pages[at]?.ignored ?? [],
      decisions: decisions.filter((one) => one.page === at).map(({ page: _page, ...rest }) => rest),
    })),
  };
}
