/** Queries and changes of log-ins that are good now. */
import { graphql, problemFields, type ResultOf } from '../../../api/graphql';

export const ownLoginsQuery = graphql(`
  query OwnLogins {
    ownLogins {
      id
      isBrowser
      isCurrent
      provider
      device
      network
      createdAt
      lastUsedAt
    }
  }
`);
export type Login = ResultOf<typeof ownLoginsQuery>['ownLogins'][number];

export const loginsOfQuery = graphql(`
  query LoginsOf($userId: ID!) {
    loginsOf(userId: $userId) {
      id
      isBrowser
      isCurrent
      provider
      device
      network
      createdAt
      lastUsedAt
    }
  }
`);

export const endLogins = graphql(
  `
    mutation EndLogins($ids: [ID!]!) {
      endLogins(input: { ids: $ids }) {
        __typename
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const endLoginsOf = graphql(
  `
    mutation EndLoginsOf($userId: ID!) {
      endLoginsOf(input: { userId: $userId }) {
        __typename
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);
