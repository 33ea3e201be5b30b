/** Links by which somebody sets their password, as the server makes and sends them. */
import { graphql, problemFields } from '../../api/graphql';

export const createPasswordLink = graphql(
  `
    mutation CreatePasswordLink($userId: ID!) {
      createPasswordLink(input: { userId: $userId }) {
        ... on PasswordLink {
          url
          expiresAt
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const sendPasswordLink = graphql(
  `
    mutation SendPasswordLink($userId: ID!) {
      sendPasswordLink(input: { userId: $userId }) {
        __typename
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);
