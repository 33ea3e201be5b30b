/** Queries and changes of an organization's keys. */
import { graphql, problemFields } from '../../../api/graphql';

export const rotateApiKey = graphql(
  `
    mutation RotateApiKey($id: ID!) {
      rotateApiKey(input: { id: $id }) {
        ... on Organization {
          id
          apiKey
          version
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const createPublishableKey = graphql(
  `
    mutation CreatePublishableKey($input: CreatePublishableKeyInput!) {
      createPublishableKey(input: $input) {
        ... on PublishableKey {
          id
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const updatePublishableKey = graphql(
  `
    mutation UpdatePublishableKey($id: ID!, $patch: PublishableKeyPatch!) {
      updatePublishableKey(input: { id: $id, patch: $patch }) {
        ... on PublishableKey {
          id
          name
          origins
          scansPerMinute
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const revokePublishableKey = graphql(
  `
    mutation RevokePublishableKey($id: ID!) {
      revokePublishableKey(input: { id: $id }) {
        __typename
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);
