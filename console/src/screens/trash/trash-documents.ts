/** Queries and changes of the trash. */
import { graphql, problemFields, type ResultOf } from '../../api/graphql';

export const trashQuery = graphql(`
  query Trash($id: ID!, $after: String) {
    organization(id: $id) {
      id
      trash(first: 50, after: $after) {
        totalCount
        pageInfo {
          hasNextPage
          endCursor
        }
        nodes {
          elementId
          name
          type
          place
          pages
          freedCredits
          trashedAt
          purgedAt
          user
        }
      }
    }
  }
`);

export const restoreFromTrash = graphql(
  `
    mutation RestoreFromTrash($id: ID!, $isInactive: Boolean) {
      restoreFromTrash(input: { id: $id, isInactive: $isInactive }) {
        ...ProblemFields
        ... on RestoredElement {
          elementId
          name
        }
      }
    }
  `,
  [problemFields],
);

export const purgeFromTrash = graphql(
  `
    mutation PurgeFromTrash($id: ID!) {
      purgeFromTrash(input: { id: $id }) {
        ...ProblemFields
        ... on Deleted {
          id
        }
      }
    }
  `,
  [problemFields],
);

export const emptyTrash = graphql(
  `
    mutation EmptyTrash($organizationId: ID!) {
      emptyTrash(input: { organizationId: $organizationId }) {
        ...ProblemFields
        ... on EmptiedTrash {
          count
        }
      }
    }
  `,
  [problemFields],
);

export const pickTrash = ({ organization }: ResultOf<typeof trashQuery>) => organization.trash;

export type Entry = ReturnType<typeof pickTrash>['nodes'][number];
