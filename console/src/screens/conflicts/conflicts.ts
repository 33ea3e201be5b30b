/** Queries of the screen. */
import { graphql, problemFields, type ResultOf } from '../../api/graphql';

export const documentsToCheck = graphql(`
  query DocumentsToCheck($organizationId: ID!, $name: String) {
    organization(id: $organizationId) {
      id
      documents(
        first: 30
        isRecursive: true
        nameContains: $name
        orderBy: { field: UPDATED_AT, direction: DESC }
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
        }
        page {
          id
          name
          order
          status
          zoneCount
          version
          bigThumbnailUrl
          document {
            id
            name
          }
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
        alike {
          pageNumber
          document {
            id
            name
          }
          path {
            id
            type
          }
          toldApartBy {
            leftPercent
            topPercent
            widthPercent
            heightPercent
          }
        }
      }
    }
  }
`);
export type ElementConflicts = ResultOf<typeof conflictCheck>['conflictCheck']['result'];

export const deactivatePage = graphql(
  `
    mutation DeactivatePage($id: ID!, $ifVersion: String) {
      updateImage(input: { id: $id, patch: { status: INACTIVE }, ifVersion: $ifVersion }) {
        ... on Image {
          id
          status
          version
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);
