/** Rules for roles that organizations make. */
import { z } from 'zod';
import {
  roles as fixedRoles,
  type Operation,
  operationWords,
  permissions,
  type Role,
} from '../../access/permissions.js';
import { grantedBy, type Scope, scopes, unknownScopes } from '../../access/scopes.js';
import type { Viewer } from '../../access/viewer.js';
import { validate } from '../../access/validate.js';
import { hasRoleFor, type Place } from '../../access/access.js';
import { LoupeError } from '../../kernel/errors.js';

/** Of an organization. */
export const MOST_ROLES = 100;
const MOST_PLACES = 50;

/** Operations on what lies in folders; the others are about the organization, and a folder has none of it. */
const inFolders: readonly string[] = [
  'node:read',
  'content:read',
  'comment:write',
  'draft:write',
  'content:write',
  'match:read',
  'insight:read',
] satisfies Scope[];

/** Whether roles of folders may allow it. */
export function isOfFolders(operation: string): boolean {
  return inFolders.includes(operation);
}

const madeRole = z
  .object({
    name: z
      .string()
      .trim()
      .min(1, 'must not be empty')
      .max(100, 'must have at most 100 characters')
      .refine(
        (name) => !fixedRoles.some((role) => role.toLowerCase() === name.toLowerCase()),
        'is the name of a role that everybody has; choose another one',
      ),
    operations: z
      .array(z.string())
      .min(1, 'must name at least one')
      .refine((named) => unknownScopes(named).length === 0, `must be one of ${scopes.join(', ')}`),
    placeIds: z
      .array(z.string())
      .min(1, 'must name at least one')
      .max(MOST_PLACES, `must be at most ${MOST_PLACES}`)
      .nullish(),
  })
  .refine(({ operations, placeIds }) => placeIds == null || operations.every(isOfFolders), {
    path: ['operations'],
    message: `must be one of ${inFolders.join(', ')} for a role of folders; the others are about organizations`,
  });
export type GivenMadeRole = z.input<typeof madeRole>;

/** The values as they are kept. @throws LoupeError BAD_USER_INPUT with everything that is wrong */
export function validMadeRole(input: GivenMadeRole) {
  const { name, operations, placeIds } = validate(madeRole, input);
  const places = placeIds == null ? null : [...new Set(placeIds.map((id) => id.toLowerCase()))];
  return { name, operations: scopes.filter((scope) => operations.includes(scope)), placeIds: places };
}

/** Nobody gives more than they have. @throws LoupeError FORBIDDEN */
export function requireHeld(viewer: Viewer, operations: readonly string[], place: Place): void {
  const missing = [...grantedBy(operations)].filter((scope) => !hasRoleFor(viewer, scope, place));
  if (missing.length === 0) return;
  throw new LoupeError('FORBIDDEN', `You may not give what you may not do yourself: ${missing.join(', ')}.`);
}

/** The least of the fixed roles that may do all of it: by it rules about fixed roles hold for made ones. */
export function fixedRoleLike(operations: readonly string[]): Role {
  const granted = [...grantedBy(operations)];
  const rising: readonly Role[] = ['Viewer', 'Editor'];
  const covers = (role: Role) => granted.every((scope) => permissions[scope].some((each) => each === role));
  return rising.find(covers) ?? 'Administrator';
}

/** Something that somebody may do. */
export interface Right {
  /** As `content`, of `content:write`. */
  readonly subject: string;
  readonly operation: Operation;
  /** After “may”. */
  readonly words: string;
  /** Ids of the folders that it is limited to; null for everything. */
  readonly placeIds: readonly string[] | null;
}

/** The rights that fixed and made roles give together, in the order of the access table. */
export function rightsOf(
  fixed: readonly Role[],
  made: readonly { readonly operations: readonly string[]; readonly placeIds?: readonly string[] | null }[],
): readonly Right[] {
  const operations = Object.keys(permissions) as Operation[];
  return operations.flatMap((operation) => {
    const holding = made.filter((role) => grantedBy(role.operations).has(operation as Scope));
    const isEverywhere =
      permissions[operation].some((role) => fixed.includes(role)) ||
      holding.some(({ placeIds }) => placeIds == null);
    if (!isEverywhere && holding.length === 0) return [];
    const placeIds = isEverywhere ? null : [...new Set(holding.flatMap((role) => role.placeIds ?? []))];
    const [subject = ''] = operation.split(':');
    return [{ subject, operation, words: operationWords[operation], placeIds }];
  });
}
