/** Users, roles, logins, accounts, credits and the operation log. */
import { newId } from '../../../src/kernel/ids.js';
import { graphql, peopleAlone, rest, RESULT, withoutMachine } from '../row.js';
import { directoryRows } from './directories.js';
import { makeMadeRole } from '../made-roles.js';
import { makeMachineToken, makePublishableKey, makeSignInProvider } from '../machines.js';
import { makeUser } from '../fresh.js';

/** Wrong logins are refused in one way for every caller. */
const login = { accepts: ['INVALID_CLIENT', 'INVALID_GRANT', 400] };
/** A caller that is no page of this server is refused before anything is read. */
const session = { accepts: ['FORBIDDEN'] };
const mail = () => `${newId()}@loupe.example`;

export const accountRows = [
  graphql(
    'Query.me',
    'user',
    `
      {
        me {
          userName
          roles
          organization {
            name
            path {
              name
            }
            folders {
              edges {
                node {
                  name
                }
              }
            }
            organizations(isRecursive: true) {
              edges {
                node {
                  name
                }
              }
            }
            documents(isRecursive: true) {
              totalCount
              edges {
                node {
                  name
                }
              }
            }
          }
        }
      }
    `,
    undefined,
    { but: peopleAlone('unauthenticated') },
  ),
  graphql(
    'Mutation.login',
    'anybody',
    `{ login(input: { userName: "nobody", password: "nothing at all" }) ${RESULT} }`,
    undefined,
    login,
  ),
  graphql(
    'Mutation.createPublishableKey',
    'administrator',
    `($id: ID!) { createPublishableKey(input: { organizationId: $id, name: "x" }) ${RESULT} }`,
    (t) => ({ id: t.organizationId }),
  ),
  graphql(
    'Mutation.updatePublishableKey',
    'administrator',
    `($id: ID!) { updatePublishableKey(input: { id: $id, patch: { name: "x" } }) ${RESULT} }`,
    (t) => ({ id: t.publishableKeyId }),
    { fresh: async (world) => ({ publishableKeyId: await makePublishableKey(world) }) },
  ),
  graphql(
    'Mutation.revokePublishableKey',
    'administrator',
    `($id: ID!) { revokePublishableKey(input: { id: $id }) ${RESULT} }`,
    (t) => ({ id: t.publishableKeyId }),
    { fresh: async (world) => ({ publishableKeyId: await makePublishableKey(world) }) },
  ),
  graphql('Query.machineScopes', 'anybody', '{ machineScopes { scope brings roles } }'),
  // Of the request itself: null for people.
  graphql('Query.ownMachineToken', 'anybody', '{ ownMachineToken { id scopes } }', () => ({}), {
    but: { ...withoutMachine('empty'), ...peopleAlone('ok'), revokedMachine: 'empty' },
  }),
  // Tools of assistants; people have none.
  ...(['GET', 'POST', 'DELETE'] as const).map((method) =>
    rest(
      `${method} /mcp`,
      'anybody',
      () => ({
        method,
        path: '/mcp',
        headers: { accept: 'application/json, text/event-stream' },
        ...(method === 'POST' ? { json: { jsonrpc: '2.0', id: 1, method: 'tools/list' } } : {}),
      }),
      { accepts: [401, 405] },
    ),
  ),
  ...directoryRows,
  graphql(
    'Mutation.createSignInProvider',
    'administrator',
    `($id: ID!) {
      createSignInProvider(input: { organizationId: $id, name: "x", issuer: "https://127.0.0.1", clientId: "x" }) ${RESULT}
    }`,
    (t) => ({ id: t.organizationId }),
    // Callers who may learn that the address is no public one.
    { accepts: ['BAD_USER_INPUT'] },
  ),
  graphql(
    'Mutation.updateSignInProvider',
    'administrator',
    `($id: ID!) { updateSignInProvider(input: { id: $id, patch: { name: "x" } }) ${RESULT} }`,
    (t) => ({ id: t.signInProviderId }),
    { fresh: async (world) => ({ signInProviderId: await makeSignInProvider(world) }) },
  ),
  graphql(
    'Mutation.deleteSignInProvider',
    'administrator',
    `($id: ID!) { deleteSignInProvider(input: { id: $id }) ${RESULT} }`,
    (t) => ({ id: t.signInProviderId }),
    { fresh: async (world) => ({ signInProviderId: await makeSignInProvider(world) }) },
  ),
  graphql(
    'Mutation.trySignInRules',
    'administrator',
    `($id: ID!) { trySignInRules(input: { id: $id, claims: {} }) ${RESULT} }`,
    (t) => ({ id: t.signInProviderId }),
  ),
  graphql('Query.offeredSignIns', 'anybody', '{ offeredSignIns { id name } }', undefined, {
    accepts: ['empty'],
  }),
  graphql('Query.signOutUrl', 'anybody', '{ signOutUrl }', undefined, { accepts: ['empty'] }),
  graphql(
    'Mutation.beginSignIn',
    'anybody',
    `($id: ID!) { beginSignIn(input: { providerId: $id }) ${RESULT} }`,
    (t) => ({ id: t.signInProviderId }),
    session,
  ),
  graphql(
    'Mutation.finishSignIn',
    'anybody',
    `{ finishSignIn(input: { providerId: "${newId()}", query: "code=x" }) ${RESULT} }`,
    undefined,
    session,
  ),
  rest(
    'POST /sign-in/:id/logout',
    'anybody',
    (t) => ({
      path: `/sign-in/${t.signInProviderId}/logout`,
      urlencoded: { logout_token: 'nothing at all' },
    }),
    { accepts: [400] },
  ),
  graphql(
    'Query.previewRights',
    'administrator',
    '($id: ID!, $roleId: ID!) { previewRights(organizationId: $id, madeRoleIds: [$roleId]) { operation } }',
    (t) => ({ id: t.organizationId, roleId: t.madeRoleId }),
  ),
  graphql(
    'Mutation.createMadeRole',
    'administrator',
    `($id: ID!, $name: String!) { createMadeRole(input: { organizationId: $id, name: $name, operations: [NODE_READ] }) ${RESULT} }`,
    (t) => ({ id: t.organizationId, name: newId() }),
  ),
  graphql(
    'Mutation.updateMadeRole',
    'administrator',
    `($id: ID!) { updateMadeRole(input: { id: $id, operations: [NODE_READ, CONTENT_READ] }) ${RESULT} }`,
    (t) => ({ id: t.madeRoleId }),
  ),
  graphql(
    'Mutation.deleteMadeRole',
    'administrator',
    `($id: ID!) { deleteMadeRole(input: { id: $id }) ${RESULT} }`,
    (t) => ({ id: t.madeRoleId }),
    { fresh: async (world) => ({ madeRoleId: await makeMadeRole(world) }) },
  ),
  ...['assignMadeRole', 'revokeMadeRole'].map((mutation) =>
    graphql(
      `Mutation.${mutation}`,
      'administrator',
      `($id: ID!, $roleId: ID!) { ${mutation}(input: { userId: $id, roleId: $roleId }) ${RESULT} }`,
      (t) => ({ id: t.userId, roleId: t.madeRoleId }),
    ),
  ),
  graphql(
    'Mutation.createMachineToken',
    'administrator',
    `($id: ID!) { createMachineToken(input: { placeId: $id, name: "x", scopes: [NODE_READ] }) ${RESULT} }`,
    (t) => ({ id: t.organizationId }),
  ),
  graphql(
    'Mutation.revokeMachineToken',
    'administrator',
    `($id: ID!) { revokeMachineToken(input: { id: $id }) ${RESULT} }`,
    (t) => ({ id: t.machineTokenId }),
    { fresh: async (world) => ({ machineTokenId: await makeMachineToken(world) }) },
  ),
  graphql(
    'Mutation.startSession',
    'anybody',
    `{ startSession(input: { login: "nobody", password: "nothing at all" }) ${RESULT} }`,
    undefined,
    session,
  ),
  graphql(
    'Mutation.startSessionByLink',
    'anybody',
    `{ startSessionByLink(input: { code: "nothing at all" }) ${RESULT} }`,
    undefined,
    session,
  ),
  graphql(
    'Mutation.startSessionByPasswordCode',
    'anybody',
    `{ startSessionByPasswordCode(input: { code: "nothing at all", password: "a good new password" }) ${RESULT} }`,
    undefined,
    session,
  ),
  graphql('Mutation.endSession', 'anybody', `{ endSession ${RESULT} }`),

  rest(
    'POST /token',
    'anybody',
    () => ({
      path: '/token',
      urlencoded: { grant_type: 'password', username: 'nobody', password: 'nothing at all' },
    }),
    login,
  ),
  rest('POST /token/revoke', 'user', () => '/token/revoke', { endsLogin: true }),
  rest('POST /api/Users', 'signUp', (t) => ({
    path: '/api/Users',
    json: { OrganizationId: t.organizationId, Mail: mail() },
  })),
  rest('POST /api/Users/PasswordRecovery', 'anyKeyHolder', () => ({
    path: '/api/Users/PasswordRecovery',
    json: { Mail: 'nobody@loupe.example' },
  })),
  rest(
    'POST /api/Users/PasswordReset',
    'anybody',
    () => ({
      path: '/api/Users/PasswordReset',
      json: { Token: 'wrong', Password: 'a good new password' },
    }),
    { accepts: [400] },
  ),
  rest('GET /api/Users/:id?', 'administrator', (t) => `/api/Users/${t.userId}`),
  rest('GET /api/Users/:id?', 'administrator', (t) => `/api/Users?organizationId=${t.organizationId}`),
  rest('PUT /api/Users/:id?', 'administrator', (t) => ({
    path: `/api/Users/${t.userId}`,
    json: { Mail: mail() },
  })),
  rest('PATCH /api/Users/:id?', 'administrator', (t) => ({
    path: `/api/Users/${t.userId}`,
    json: { Status: 'Active' },
  })),
  rest('DELETE /api/Users/:id?', 'administrator', (t) => `/api/Users/${t.userId}`, { fresh: makeUser }),
  rest('POST /api/Users/:userId/PasswordLink', 'administrator', (t) => `/api/Users/${t.userId}/PasswordLink`),
  rest('GET /api/Users/:userId/Roles', 'administrator', (t) => `/api/Users/${t.userId}/Roles`),
  rest('PUT /api/Users/:userId/Roles/:role', 'administrator', (t) => `/api/Users/${t.userId}/Roles/Editor`),
  rest(
    'DELETE /api/Users/:userId/Roles/:role',
    'administrator',
    (t) => `/api/Users/${t.userId}/Roles/Editor`,
  ),
  rest('GET /api/Roles', 'user', () => '/api/Roles'),
  rest(
    'GET /api/accounts/:id?',
    'administratorOr403',
    (t) => `/api/accounts?organizationId=${t.organizationId}`,
  ),
  rest('POST /api/Credits', 'administrator', (t) => ({
    path: '/api/Credits',
    json: { OrganizationId: t.childId, Amount: 1, Direction: 'Give' },
  })),
  rest('GET /api/Operations', 'administrator', (t) => `/api/Operations?organizationId=${t.organizationId}`),
  // The download itself is an entry of the log.
  rest(
    'GET /services/AuditLog',
    'administrator',
    (t) => `/services/AuditLog?organizationId=${t.organizationId}`,
  ),
];
