/** Queries and changes of the screen. */
import { graphql, problemFields, type ResultOf } from '../../api/graphql';

export const usersQuery = graphql(`
  query Users($organizationId: ID!, $name: String, $after: String) {
    sendsMails
    organization(id: $organizationId) {
      id
      users(first: 50, after: $after, nameContains: $name) {
        totalCount
        pageInfo {
          hasNextPage
          endCursor
        }
        nodes {
          id
          userName
          mail
          firstName
          lastName
          status
          hasPassword
          hasSecondFactor
          usesSingleSignOn
          roles
          madeRoles {
            id
            name
          }
          version
        }
      }
    }
  }
`);
export type UserRow = ResultOf<typeof usersQuery>['organization']['users']['nodes'][number];

export const createUser = graphql(
  `
    mutation CreateUser($input: CreateUserInput!) {
      createUser(input: $input) {
        ... on User {
          id
          userName
          mail
          firstName
          lastName
          status
          hasPassword
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);
export const updateUser = graphql(
  `
    mutation UpdateUser($id: ID!, $patch: UserPatch!, $ifVersion: String) {
      updateUser(input: { id: $id, patch: $patch, ifVersion: $ifVersion }) {
        ... on User {
          id
          version
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);
export const assignRole = graphql(
  `
    mutation AssignRole($userId: ID!, $role: RoleName!) {
      assignRole(input: { userId: $userId, role: $role }) {
        ... on User {
          id
          roles
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);
export const revokeRole = graphql(
  `
    mutation RevokeRole($userId: ID!, $role: RoleName!) {
      revokeRole(input: { userId: $userId, role: $role }) {
        ... on User {
          id
          roles
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);
export const deleteUser = graphql(
  `
    mutation DeleteUser($id: ID!, $ifVersion: String) {
      deleteUser(input: { id: $id, ifVersion: $ifVersion }) {
        __typename
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const organizationQuery = graphql(`
  query AdministeredOrganization($organizationId: ID!) {
    organization(id: $organizationId) {
      id
      name
      timeZone
      languageCode
      apiKey
      version
      logoUrl
      brandColor
      imprintUrl
      privacyUrl
      creditMovements(first: 20) {
        nodes {
          id
          createdAt
          amount
          otherName
          userName
        }
      }
      publishableKeys {
        id
        name
        key
        scanUrl
        origins
        scansPerMinute
        createdAt
      }
      organizations(first: 100) {
        nodes {
          id
          name
          accountType
          totalCredit
          totalDebit
        }
      }
    }
    account(organizationId: $organizationId) {
      accountType
      activePages
      activationCumul
      remainingCredit
      validityDate
      storageBytes {
        used
        limit
      }
      scansThisMonth {
        used
        limit
      }
    }
    recordKeeping(organizationId: $organizationId) {
      organizationId
      retentionDays
      hostPolicy
    }
    publishingRule(organizationId: $organizationId) {
      organizationId
      needsApproval
      watchesLinks
    }
  }
`);
export type Administered = ResultOf<typeof organizationQuery>;

export const updateOrganization = graphql(
  `
    mutation UpdateOrganization($id: ID!, $patch: OrganizationPatch!, $ifVersion: String) {
      updateOrganization(input: { id: $id, patch: $patch, ifVersion: $ifVersion }) {
        ... on Organization {
          id
          name
          languageCode
          timeZone
          version
          brandColor
          imprintUrl
          privacyUrl
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);
export const createOrganization = graphql(
  `
    mutation CreateOrganization($input: CreateOrganizationInput!) {
      createOrganization(input: $input) {
        ... on Organization {
          id
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);
export const deleteOrganization = graphql(
  `
    mutation DeleteOrganization($id: ID!, $ifVersion: String) {
      deleteOrganization(input: { id: $id, deleteChildren: true, ifVersion: $ifVersion }) {
        __typename
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);
export const transferCredit = graphql(
  `
    mutation TransferCredit($organizationId: ID!, $amount: Int!, $direction: CreditDirection!) {
      transferCredit(input: { organizationId: $organizationId, amount: $amount, direction: $direction }) {
        ... on Organization {
          id
          totalCredit
          totalDebit
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);
export const updateRecordKeeping = graphql(
  `
    mutation UpdateRecordKeeping($organizationId: ID!, $patch: RecordKeepingPatch!) {
      updateRecordKeeping(input: { organizationId: $organizationId, patch: $patch }) {
        ... on RecordKeeping {
          organizationId
          retentionDays
          hostPolicy
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);
export const changeOwnPassword = graphql(
  `
    mutation ChangeOwnPassword($currentPassword: String!, $newPassword: String!) {
      changeOwnPassword(input: { currentPassword: $currentPassword, newPassword: $newPassword }) {
        __typename
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);
