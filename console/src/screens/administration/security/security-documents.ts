/** Queries and changes of the own second factors, and of those of others. */
import { graphql, problemFields, type ResultOf } from '../../../api/graphql';

export const secondFactorsQuery = graphql(`
  query OwnSecondFactors {
    ownSecondFactors {
      isPossible
      isRequired
      authenticatorSince
      recoveryCodesLeft
      passkeys {
        id
        name
        host
        createdAt
        lastUsedAt
      }
    }
  }
`);
export type SecondFactors = ResultOf<typeof secondFactorsQuery>['ownSecondFactors'];
export type Passkey = SecondFactors['passkeys'][number];

export const beginSecondFactor = graphql(
  `
    mutation BeginSecondFactor($password: String!) {
      beginSecondFactor(input: { password: $password }) {
        ... on SecondFactorSetup {
          ticket
          secret
          uri
          passkeyOptions
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const renamePasskey = graphql(
  `
    mutation RenamePasskey($id: ID!, $name: String!) {
      renamePasskey(input: { id: $id, name: $name }) {
        __typename
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const removePasskey = graphql(
  `
    mutation RemovePasskey($id: ID!, $password: String!) {
      removePasskey(input: { id: $id, password: $password }) {
        __typename
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const removeAuthenticator = graphql(
  `
    mutation RemoveAuthenticator($password: String!) {
      removeAuthenticator(input: { password: $password }) {
        __typename
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const createRecoveryCodes = graphql(
  `
    mutation CreateRecoveryCodes($password: String!) {
      createRecoveryCodes(input: { password: $password }) {
        ... on RecoveryCodes {
          codes
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const resetSecondFactor = graphql(
  `
    mutation ResetSecondFactor($id: ID!) {
      resetSecondFactor(input: { id: $id }) {
        __typename
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const secondFactorRuleQuery = graphql(`
  query SecondFactorRule($organizationId: ID!) {
    organization(id: $organizationId) {
      id
      secondFactorRule {
        roles
        emergencyUserName
      }
    }
  }
`);

export const setSecondFactorRule = graphql(
  `
    mutation SetSecondFactorRule($organizationId: ID!, $roles: [RoleName!]!, $emergencyUser: String) {
      setSecondFactorRule(
        input: { organizationId: $organizationId, roles: $roles, emergencyUser: $emergencyUser }
      ) {
        ... on SecondFactorRuleChange {
          rule {
            roles
          }
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);
