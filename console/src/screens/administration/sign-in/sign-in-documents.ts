/** Queries and changes of the providers of single sign-on. */
import { graphql, problemFields, type ResultOf } from '../../../api/graphql';

export const signInProvidersQuery = graphql(`
  query SignInProviders($organizationId: ID!) {
    organization(id: $organizationId) {
      id
      organizations(first: 100) {
        nodes {
          id
          name
        }
      }
      madeRoles {
        id
        name
      }
      signInProviders {
        id
        name
        issuer
        clientId
        hasSecret
        mode
        isOffered
        startUrl
        redirectUrl
        logoutUrl
        rules {
          claim
          value
          role
          madeRoleId
          organizationId
        }
        lastTrial {
          triedAt
          claims
          outcome {
            roles
            madeRoleIds
            rules
            refusal
          }
        }
      }
    }
  }
`);
export type SignInData = ResultOf<typeof signInProvidersQuery>['organization'];
export type SignInProvider = SignInData['signInProviders'][number];
export type SignInRule = SignInProvider['rules'][number];

export const createSignInProvider = graphql(
  `
    mutation CreateSignInProvider($input: CreateSignInProviderInput!) {
      createSignInProvider(input: $input) {
        ... on SignInProvider {
          id
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const updateSignInProvider = graphql(
  `
    mutation UpdateSignInProvider($id: ID!, $patch: SignInProviderPatch!) {
      updateSignInProvider(input: { id: $id, patch: $patch }) {
        ... on SignInProvider {
          id
          name
          mode
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const deleteSignInProvider = graphql(
  `
    mutation DeleteSignInProvider($id: ID!) {
      deleteSignInProvider(input: { id: $id }) {
        __typename
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);
