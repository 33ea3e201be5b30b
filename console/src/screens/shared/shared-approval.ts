/** Queries of the link of an approval, without a log-in. */
import { problemOf } from '../../api/change';
import { graphql, type ResultOf } from '../../api/graphql';
import { pdfComparisonFields, type ReportFormat } from '../compare/comparison';
import type { ReportLanguage } from '../compare/use-report-language';
import { askByLink, client } from './guest-client';

const sharedApproval = graphql(
  `
    query SharedApproval($code: String!, $language: ComparisonReportLanguage) {
      sharedApproval(code: $code) {
        approval {
          id
          referenceName
          queryName
          user
          comment
          createdAt
        }
        comparison {
          ...PdfComparisonFields
        }
      }
    }
  `,
  [pdfComparisonFields],
);

const approvalReport = graphql(`
  query ApprovalReport(
    $code: String!
    $format: ComparisonReportFormat!
    $language: ComparisonReportLanguage!
  ) {
    sharedApproval(code: $code) {
      report(format: $format, language: $language) {
        fileName
        contentType
        base64
      }
    }
  }
`);

export type SharedApproval = ResultOf<typeof sharedApproval>['sharedApproval'];

/** null for a link that is unknown. @throws as `askByLink` */
export async function readSharedApproval(
  code: string,
  language: ReportLanguage,
): Promise<SharedApproval | null> {
  return (await askByLink(sharedApproval, { code, language }))?.sharedApproval ?? null;
}

export async function readApprovalReport(variables: {
  readonly code: string;
  readonly format: ReportFormat;
  readonly language: ReportLanguage;
}) {
  const { data, error } = await client.query(approvalReport, variables).toPromise();
  return data?.sharedApproval.report ?? problemOf(error ?? { message: '' });
}
