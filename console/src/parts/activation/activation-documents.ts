/** Queries before a document is activated. */
import { graphql, problemFields, type ResultOf } from '../../api/graphql';

export const activationQuery = graphql(`
  query BeforeActivation($documentId: ID!) {
    activationPlan(documentId: $documentId) {
      pages
      recognizedPages
      unrecognizedPages
      credits
      remainingCredit
      pagesWithoutActions
      languages {
        code
        pagesWithActions
      }
    }
    activationWarnings(documentId: $documentId) {
      element {
        id
        name
        type
        path {
          id
          name
          type
        }
      }
      page {
        id
        order
        bigThumbnailUrl
      }
      conflicts {
        distance
        pageNumber
        thumbnailUrl
        document {
          id
          name
        }
        path {
          id
          type
        }
      }
    }
  }
`);

/** Pages that could be taken for others, be it in one zone or in several. */
export function pagesAlike(warnings: readonly Warning[]): number {
  return new Set(warnings.map(({ element, page }) => page?.id ?? element.id)).size;
}

export type Warning = ResultOf<typeof activationQuery>['activationWarnings'][number];

export const checkedDocumentQuery = graphql(`
  query CheckedDocument($id: ID!) {
    node(id: $id) {
      __typename
      ... on Document {
        id
        name
        version
        status
        processing
        coverUrl
        updatedAt
        path {
          id
          name
        }
        images {
          id
          order
          smallThumbnailUrl
          recognizability {
            grade
            isRecognizable
            reason
          }
        }
      }
    }
  }
`);

export const checkLinks = graphql(
  `
    mutation CheckLinks($documentId: ID!) {
      checkLinks(input: { documentId: $documentId }) {
        ...ProblemFields
        ... on LinkReport {
          links {
            url
            state
            status
            places {
              element {
                id
                type
                label
                documentId
                pageId
              }
              actionId
              actionName
              languageCode
            }
          }
        }
      }
    }
  `,
  [problemFields],
);
