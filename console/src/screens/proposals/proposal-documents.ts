/** Proposals of a document, and decisions about them. */
import { graphql, problemFields, type ResultOf } from '../../api/graphql';

export const proposalCountsQuery = graphql(`
  query ProposalCounts($id: ID!) {
    document(id: $id) {
      id
      isReadForProposals
      proposalCounts {
        kind
        count
      }
    }
  }
`);

export const proposalsQuery = graphql(`
  query Proposals($id: ID!, $kinds: [ProposalKind!], $after: String) {
    node(id: $id) {
      __typename
      ... on Document {
        id
        name
        isReadForProposals
        proposalCounts {
          kind
          count
        }
        proposals(kinds: $kinds, first: 100, after: $after) {
          totalCount
          nodes {
            id
            kind
            origin
            pageId
            isOfDocument
            title
            languageCode
            actionName
            target
            starts
            ends
            box {
              left
              top
              width
              height
            }
            zone {
              left
              top
              width
              height
            }
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    }
  }
`);

/** The document and its pages: they stay while its proposals are decided, and are read once. */
export const proposingQuery = graphql(`
  query ProposingDocument($id: ID!) {
    node(id: $id) {
      __typename
      ... on Document {
        id
        path {
          id
          name
        }
        images {
          id
          order
          bigThumbnailUrl
        }
      }
    }
  }
`);

type DocumentOf<Query extends { readonly node: unknown }> = Extract<
  Query['node'],
  { readonly __typename: 'Document' }
>;
export type ProposingDocument = DocumentOf<ResultOf<typeof proposingQuery>> &
  DocumentOf<ResultOf<typeof proposalsQuery>>;
export type Proposal = NonNullable<ProposingDocument['proposals']['nodes']>[number];
export type ProposalKind = Proposal['kind'];

export const acceptProposals = graphql(
  `
    mutation AcceptProposals($documentId: ID!, $ids: [ID!], $kinds: [ProposalKind!], $pageId: ID) {
      acceptProposals(input: { documentId: $documentId, ids: $ids, kinds: $kinds, pageId: $pageId }) {
        ... on AcceptedProposals {
          accepted
          left
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const dismissProposals = graphql(
  `
    mutation DismissProposals($documentId: ID!, $ids: [ID!], $kinds: [ProposalKind!], $pageId: ID) {
      dismissProposals(input: { documentId: $documentId, ids: $ids, kinds: $kinds, pageId: $pageId }) {
        ... on ChangedProposals {
          changed
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const reopenProposals = graphql(
  `
    mutation ReopenProposals($documentId: ID!, $ids: [ID!]!) {
      reopenProposals(input: { documentId: $documentId, ids: $ids }) {
        ... on ChangedProposals {
          changed
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);
