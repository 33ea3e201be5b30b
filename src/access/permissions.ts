/**
 * Which role may do what. An operation that is not listed is forbidden to everybody but the operator.
 * Rights reach down the tree of the user's organization, never up or sideways.
 */

/** The three roles of the platform; a user may hold several. */
export const roles = ['Administrator', 'Editor', 'Viewer'] as const;
export type Role = (typeof roles)[number];

const readers: readonly Role[] = ['Administrator', 'Editor', 'Viewer'];
const writers: readonly Role[] = ['Administrator', 'Editor'];
const administrators: readonly Role[] = ['Administrator'];

export const permissions = {
  'node:read': readers,
  'content:read': readers,
  'comment:write': readers,
  'draft:write': writers,
  'content:write': writers,
  'organization:create': administrators,
  'organization:write': administrators,
  'organization:delete': administrators,
  'organization:rotateKey': administrators,
  'account:read': administrators,
  'credit:transfer': administrators,
  'user:read': administrators,
  'user:write': administrators,
  'user:provision': administrators,
  'role:assign': administrators,
  'match:read': readers,
  'insight:read': readers,
  'operation:read': administrators,
  'picture:read': readers,
  'picture:write': writers,
  'application:manage': administrators,
  'webhook:manage': administrators,
  'publishableKey:manage': administrators,
  'machineToken:manage': administrators,
  'signIn:manage': administrators,
} as const satisfies Record<string, readonly Role[]>;

export type Operation = keyof typeof permissions;

/** What each operation is called in refusals: after “Your role does not allow you to”. */
export const operationWords = {
  'node:read': 'see this',
  'content:read': 'see this',
  'comment:write': 'comment',
  'draft:write': 'change drafts',
  'content:write': 'change content',
  'organization:create': 'create organizations',
  'organization:write': 'change organizations',
  'organization:delete': 'delete organizations',
  'organization:rotateKey': 'replace the ApiKey',
  'account:read': 'see the account',
  'credit:transfer': 'move credits',
  'user:read': 'see the users',
  'user:write': 'change users',
  'user:provision': 'keep users and groups up to date by SCIM',
  'role:assign': 'give or take roles',
  'match:read': 'see the recognitions',
  'insight:read': 'see the statistics',
  'operation:read': 'see what was done',
  'picture:read': 'see the pictures',
  'picture:write': 'change pictures',
  'application:manage': 'manage applications',
  'webhook:manage': 'manage webhooks',
  'publishableKey:manage': 'manage publishable keys',
  'machineToken:manage': 'manage machine tokens',
  'signIn:manage': 'manage single sign-on',
} as const satisfies Record<Operation, string>;
