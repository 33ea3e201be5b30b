/** Reports of a comparison of PDFs, and links that show it to people without an account. */
import { graphql, problemFields } from '../../api/graphql';

export const writeReport = graphql(
  `
    mutation WriteComparisonReport(
      $keptId: ID!
      $format: ComparisonReportFormat!
      $language: ComparisonReportLanguage!
      $ignored: [ComparedPlaceInput!]!
    ) {
      writeComparisonReport(
        input: { keptId: $keptId, format: $format, language: $language, ignored: $ignored }
      ) {
        ... on ComparisonReport {
          fileName
          contentType
          base64
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const comparisonLinks = graphql(`
  query ComparisonLinks($organizationId: ID!) {
    organization(id: $organizationId) {
      id
      comparisonLinks {
        id
        referenceName
        queryName
        user
        expiresAt
      }
    }
  }
`);

export const createComparisonLink = graphql(
  `
    mutation CreateComparisonLink($keptId: ID!, $ignored: [ComparedPlaceInput!]!) {
      createComparisonLink(input: { keptId: $keptId, ignored: $ignored }) {
        ... on CreatedComparisonLink {
          url
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const revokeComparisonLink = graphql(
  `
    mutation RevokeComparisonLink($id: ID!) {
      revokeComparisonLink(input: { id: $id }) {
        __typename
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);
