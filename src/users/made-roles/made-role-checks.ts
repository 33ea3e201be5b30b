/** Checks of made roles against what else there is: folders, other roles, rules of single sign-on, and their holders. */
import type { Place } from '../../access/access.js';
import type { EntityManager } from '../../db/entities.js';
import { marks, readRows } from '../../db/rows.js';
import { badInput, LoupeError } from '../../kernel/errors.js';
import { isId } from '../../kernel/ids.js';
import { Node } from '../../tree/node.entity.js';
import { SignInProvider } from '../sign-in/sign-in.entity.js';
import type { Viewer } from '../../access/viewer.js';
import { MadeRole, UserMadeRole } from './made-role.entity.js';
import { requireHeld } from './made-role.rules.js';

/** @throws LoupeError BAD_USER_INPUT for places that are no folders of the organization */
export async function requirePlaces(
  em: EntityManager,
  organizationId: string,
  placeIds: readonly string[] | null,
): Promise<void> {
  if (placeIds === null) return;
  const known = placeIds.filter(isId);
  const count = await em.count(Node, { id: { $in: known }, type: 'Folder', organizationId });
  if (count < placeIds.length) throw badInput('placeIds', 'must be ids of folders of the organization');
}

/** @throws LoupeError CONFLICT */
export async function requireFreeName(
  em: EntityManager,
  organizationId: string,
  name: string,
  ownId: string | null,
): Promise<void> {
  const others = await em.find(MadeRole, { organizationId });
  const isTaken = others.some((role) => role.id !== ownId && role.name.toLowerCase() === name.toLowerCase());
  if (isTaken) throw new LoupeError('CONFLICT', `There is a role “${name}” already. Choose another name.`);
}

/** @throws LoupeError CONFLICT */
export async function requireNoRule(
  em: EntityManager,
  { id, organizationId, name }: MadeRole,
): Promise<void> {
  for (const provider of await em.find(SignInProvider, { organizationId })) {
    const at = provider.rules.findIndex(({ madeRoleId }) => madeRoleId === id);
    if (at === -1) continue;
    throw new LoupeError(
      'CONFLICT',
      `Rule ${at + 1} of “${provider.name}” gives “${name}”. Change that rule first.`,
    );
  }
}

/**
 * Gives a new user roles of the organization.
 *
 * @throws LoupeError BAD_USER_INPUT for roles of another one, FORBIDDEN for what the viewer may not do
 */
export async function giveMadeRoles(
  em: EntityManager,
  viewer: Viewer,
  to: { readonly userId: string; readonly organization: Place & { readonly id: string } },
  roleIds: readonly string[],
): Promise<void> {
  const ids = [...new Set(roleIds.map((id) => id.toLowerCase()))];
  const { id: organizationId } = to.organization;
  const roles = await em.find(MadeRole, { id: { $in: ids.filter(isId) }, organizationId });
  if (roles.length < ids.length)
    throw badInput('madeRoleIds', 'must each be the id of a role of the organization');
  for (const { id: roleId, operations } of roles) {
    requireHeld(viewer, operations, to.organization);
    em.create(UserMadeRole, { userId: to.userId, roleId });
  }
}

/**
 * A user has one role at least that counts in the whole organization: without it they could not even see where they are.
 *
 * @throws LoupeError CONFLICT
 */
export async function requireBase(em: EntityManager, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  const [without] = await readRows<{ readonly name: string }>(
    em,
    `select u.user_name as name from user_account u where u.id in (${marks(userIds)})
        and not exists (select 1 from user_role r where r.user_id = u.id)
        and not exists (select 1 from user_made_role h join made_role m on m.id = h.role_id
          where h.user_id = u.id and m.organization_id = u.organization_id and m.place_ids is null) limit 1`,
    userIds,
  );
  if (without === undefined) return;
  throw new LoupeError(
    'CONFLICT',
    `A user has at least one role for the whole organization, and ${without.name} would have none. Give another one first, or set the user inactive.`,
  );
}
