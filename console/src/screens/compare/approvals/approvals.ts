/** Queries and changes about decisions and approvals. */
import { graphql, problemFields } from '../../../api/graphql';

export const decideComparison = graphql(
  `
    mutation DecideComparison($keptId: ID!, $decisions: [ComparisonDecisionInput!]!) {
      decideComparison(input: { keptId: $keptId, decisions: $decisions }) {
        ... on DecidedComparison {
          decisions {
            page
            number
            verdict
            comment
            user
            createdAt
          }
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const approveComparison = graphql(
  `
    mutation ApproveComparison($keptId: ID!, $comment: String!) {
      approveComparison(input: { keptId: $keptId, comment: $comment }) {
        ... on ComparisonApproval {
          id
          url
          user
          createdAt
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const approvals = graphql(`
  query ComparisonApprovals($organizationId: ID!) {
    organization(id: $organizationId) {
      id
      comparisonApprovals(take: 20) {
        totalCount
        nodes {
          id
          referenceName
          queryName
          user
          createdAt
          url
        }
      }
    }
  }
`);

export const profiles = graphql(`
  query ComparisonProfiles($organizationId: ID!) {
    organization(id: $organizationId) {
      id
      comparisonProfiles {
        name
        isBuiltIn
      }
    }
  }
`);
