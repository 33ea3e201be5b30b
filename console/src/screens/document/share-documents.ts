/** Links that show a document to people without an account. */
import { graphql, problemFields } from '../../api/graphql';

export const previewLinks = graphql(`
  query PreviewLinks($id: ID!) {
    document(id: $id) {
      id
      previewLinks {
        id
        user
        expiresAt
        mayComment
        guests {
          name
        }
      }
    }
  }
`);

export const createPreviewLink = graphql(
  `
    mutation CreatePreviewLink($documentId: ID!, $mayComment: Boolean!) {
      createPreviewLink(input: { documentId: $documentId, mayComment: $mayComment }) {
        ... on CreatedPreviewLink {
          url
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const revokePreviewLink = graphql(
  `
    mutation RevokePreviewLink($id: ID!) {
      revokePreviewLink(input: { id: $id }) {
        __typename
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);
