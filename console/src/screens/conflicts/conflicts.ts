/** What the screen asks of the server. */
import { graphql, type ResultOf } from '../../api/graphql';

export const documentsToCheck = graphql(`
  query DocumentsToCheck($organizationId: ID!, $name: String) {
    organization(id: $organizationId) {
      id
      documents(
        first: 30
        isRecursive: true
        nameContains: $name
        orderBy: { field: DateModified, direction: DESC }
      ) {
        nodes {
          id
          name
        }
      }
    }
  }
`);

export const conflictCheck = graphql(`
  subscription ConflictCheck($id: ID!) {
    conflictCheck(id: $id) {
      checked
      total
      result {
        element {
          id
          name
          type
          parentId
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
  }
`);
export type ElementConflicts = ResultOf<typeof conflictCheck>['conflictCheck']['result'];

export const checkedElement = graphql(`
  query CheckedElement($id: ID!) {
    node(id: $id) {
      __typename
      id
      ... on Image {
        bigThumbnailUrl
      }
      ... on Zone {
        bigThumbnailUrl
      }
    }
  }
`);

export interface ElementPicture {
  readonly bigThumbnailUrl?: string | null;
}
