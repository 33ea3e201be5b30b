/**
 * Which role may do what. An operation that is not listed is forbidden to everybody but the operator.
 * Rights reach down the tree of the user's organization, never up or sideways.
 */
import type { Role } from './roles.js';

const readers: readonly Role[] = ['Administrator', 'Editor', 'Viewer'];
const writers: readonly Role[] = ['Administrator', 'Editor'];
const administrators: readonly Role[] = ['Administrator'];

export const permissions = {
  'node:read': readers,
  'content:read': readers,
  'content:write': writers,
  'organization:create': administrators,
  'organization:write': administrators,
  'organization:delete': administrators,
  'organization:rotateKey': administrators,
  'account:read': administrators,
  'credit:transfer': administrators,
  'user:read': administrators,
  'user:write': administrators,
  'role:assign': administrators,
  'match:read': readers,
  'insight:read': readers,
  'operation:read': administrators,
  'picture:read': readers,
  'picture:write': writers,
  'application:manage': administrators,
} as const satisfies Record<string, readonly Role[]>;

export type Operation = keyof typeof permissions;
