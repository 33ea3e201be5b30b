/** The operation log in pages. */
import { graphql, type ResultOf } from '../../../api/graphql';
import { operationChangeFields } from '../../../parts/log/operation-changes';

export const operationsQuery = graphql(
  `
    query Operations(
      $organizationId: ID!
      $user: String
      $operation: String
      $from: DateTime
      $to: DateTime
      $after: String
    ) {
      organization(id: $organizationId) {
        id
        operations(first: 50, after: $after, user: $user, operation: $operation, from: $from, to: $to) {
          totalCount
          pageInfo {
            hasNextPage
            endCursor
          }
          nodes {
            id
            createdAt
            user
            operation
            elementId
            elementName
            elementType
            changes {
              ...OperationChangeFields
            }
            changesLeftOut
          }
        }
      }
    }
  `,
  [operationChangeFields],
);
export type OperationRow = ResultOf<typeof operationsQuery>['organization']['operations']['nodes'][number];
