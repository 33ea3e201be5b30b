/** Queries and changes of machine tokens. */
import { graphql, problemFields, type ResultOf } from '../../../api/graphql';

export const machineTokensQuery = graphql(`
  query MachineTokens($organizationId: ID!) {
    machineScopes {
      scope
    }
    organization(id: $organizationId) {
      id
      folders(first: 100) {
        nodes {
          id
          name
        }
      }
      machineTokens {
        id
        name
        placeName
        ownerName
        scopes
        expiresAt
        uses {
          day
          address
          count
          lastAt
        }
      }
    }
  }
`);
export type MachineTokenData = ResultOf<typeof machineTokensQuery>;
export type MachineToken = MachineTokenData['organization']['machineTokens'][number];

export const createMachineToken = graphql(
  `
    mutation CreateMachineToken($input: CreateMachineTokenInput!) {
      createMachineToken(input: $input) {
        ... on CreatedMachineToken {
          secret
          token {
            id
            name
          }
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const revokeMachineToken = graphql(
  `
    mutation RevokeMachineToken($id: ID!) {
      revokeMachineToken(input: { id: $id }) {
        __typename
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);
