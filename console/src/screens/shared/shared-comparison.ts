/** Queries of a link to a comparison, without a log-in. */
import { problemOf } from '../../api/change';
import { graphql, type ResultOf } from '../../api/graphql';
import { pdfComparisonFields } from '../compare/comparison';
import type { ReportLanguage } from '../compare/use-report-language';
import { askByLink, client } from './guest-client';

const sharedComparison = graphql(
  `
    query SharedComparison($code: String!, $language: ComparisonReportLanguage) {
      sharedComparison(code: $code) {
        referenceName
        queryName
        createdAt
        expiresAt
        ignoredCount
        comparison {
          ...PdfComparisonFields
        }
      }
    }
  `,
  [pdfComparisonFields],
);

const sharedReport = graphql(`
  query SharedReport($code: String!, $format: ComparisonReportFormat!, $language: ComparisonReportLanguage!) {
    sharedComparison(code: $code) {
      report(format: $format, language: $language) {
        fileName
        contentType
        base64
      }
    }
  }
`);

export type SharedComparison = ResultOf<typeof sharedComparison>['sharedComparison'];

/** null for a link that is unknown, revoked or too old. @throws as `askByLink` */
export async function readSharedComparison(
  code: string,
  language: ReportLanguage,
): Promise<SharedComparison | null> {
  return (await askByLink(sharedComparison, { code, language }))?.sharedComparison ?? null;
}

/** The report of a link. */
export async function readSharedReport(variables: {
  readonly code: string;
  readonly format: 'HTML' | 'PDF';
  readonly language: ReportLanguage;
}) {
  const { data, error } = await client.query(sharedReport, variables).toPromise();
  return data?.sharedComparison.report ?? problemOf(error ?? { message: '' });
}
