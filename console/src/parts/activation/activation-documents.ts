/** What is asked before a document is activated. */
import { graphql, type ResultOf } from '../../api/graphql';

export const activationQuery = graphql(`
  query BeforeActivation($documentId: ID!) {
    activationPlan(documentId: $documentId) {
      pages
      recognizedPages
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

export type Warning = ResultOf<typeof activationQuery>['activationWarnings'][number];
