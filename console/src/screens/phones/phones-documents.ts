/** Publishable keys, as the screen for phones asks for and changes them. */
import { graphql, problemFields, type ResultOf } from '../../api/graphql';

const keyFields = graphql(`
  fragment KeyFields on PublishableKey {
    id
    name
    scanUrl
    origins
    scansPerMinute
    dateCreated
  }
`);

export const keysQuery = graphql(
  `
    query PublishableKeys($organizationId: ID!) {
      organization(id: $organizationId) {
        id
        publishableKeys {
          ...KeyFields
        }
      }
    }
  `,
  [keyFields],
);

export const createKey = graphql(
  `
    mutation CreatePublishableKey($input: CreatePublishableKeyInput!) {
      createPublishableKey(input: $input) {
        __typename
        ... on PublishableKey {
          ...KeyFields
        }
        ...ProblemFields
      }
    }
  `,
  [keyFields, problemFields],
);

export const updateKey = graphql(
  `
    mutation UpdatePublishableKey($id: ID!, $patch: PublishableKeyPatch!) {
      updatePublishableKey(id: $id, patch: $patch) {
        __typename
        ... on PublishableKey {
          ...KeyFields
        }
        ...ProblemFields
      }
    }
  `,
  [keyFields, problemFields],
);

export const revokeKey = graphql(
  `
    mutation RevokePublishableKey($id: ID!) {
      revokePublishableKey(id: $id) {
        __typename
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export type PhoneKey = ResultOf<typeof keyFields>;
