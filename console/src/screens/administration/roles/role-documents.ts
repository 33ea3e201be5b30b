/** Queries and changes of the roles that an organization makes. */
import { graphql, problemFields, type ResultOf } from '../../../api/graphql';

export const madeRolesQuery = graphql(`
  query MadeRoles($organizationId: ID!) {
    machineScopes {
      scope
      isOfFolders
    }
    organization(id: $organizationId) {
      id
      madeRoles {
        id
        name
        operations
        placeIds
        holderCount
        holders {
          id
          firstName
          lastName
          userName
        }
        version
      }
    }
  }
`);
export type MadeRoleData = ResultOf<typeof madeRolesQuery>;
export type MadeRole = MadeRoleData['organization']['madeRoles'][number];
export type Scope = MadeRole['operations'][number];

export const previewRightsQuery = graphql(`
  query PreviewRights(
    $organizationId: ID!
    $roles: [RoleName!]
    $madeRoleIds: [ID!]
    $operations: [MachineScope!]
    $placeIds: [ID!]
  ) {
    previewRights(
      organizationId: $organizationId
      roles: $roles
      madeRoleIds: $madeRoleIds
      operations: $operations
      placeIds: $placeIds
    ) {
      operation
      placeIds
    }
  }
`);

export const folderNamesQuery = graphql(`
  query FolderNames($ids: [ID!]!) {
    nodes(ids: $ids) {
      ... on Folder {
        id
        name
      }
    }
  }
`);

export const foldersBelowQuery = graphql(`
  query FoldersBelow($id: ID!) {
    treeNode(id: $id) {
      id
      folders: children(type: FOLDER) {
        id
        name
      }
    }
  }
`);

export const createMadeRole = graphql(
  `
    mutation CreateMadeRole($input: CreateMadeRoleInput!) {
      createMadeRole(input: $input) {
        ... on MadeRole {
          id
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const updateMadeRole = graphql(
  `
    mutation UpdateMadeRole(
      $id: ID!
      $name: String
      $operations: [MachineScope!]
      $placeIds: [ID!]
      $ifVersion: String
    ) {
      updateMadeRole(
        input: { id: $id, name: $name, operations: $operations, placeIds: $placeIds, ifVersion: $ifVersion }
      ) {
        ... on MadeRole {
          id
          version
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const deleteMadeRole = graphql(
  `
    mutation DeleteMadeRole($id: ID!, $replacementId: ID, $takeAway: Boolean) {
      deleteMadeRole(input: { id: $id, replacementId: $replacementId, takeAway: $takeAway }) {
        __typename
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const assignMadeRole = graphql(
  `
    mutation AssignMadeRole($userId: ID!, $roleId: ID!) {
      assignMadeRole(input: { userId: $userId, roleId: $roleId }) {
        ... on User {
          id
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const revokeMadeRole = graphql(
  `
    mutation RevokeMadeRole($userId: ID!, $roleId: ID!) {
      revokeMadeRole(input: { userId: $userId, roleId: $roleId }) {
        ... on User {
          id
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);
