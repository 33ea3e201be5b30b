/** An organization that has an administrator keeps one: nobody else could let new people in. */
import { LockMode } from '@mikro-orm/core';
import { isBearer } from '../access/access.js';
import type { Viewer } from '../access/viewer.js';
import type { EntityManager } from '../db/database.js';
import { marks, readRows } from '../db/rows.js';
import { LoupeError } from '../kernel/errors.js';
import { idsUpwards } from '../tree/node-path.js';
import { Organization } from '../organizations/organization.entity.js';
import type { UserPlace } from './user-rows.js';

/**
 * Makes a change to a user's account and refuses it when the user was the last active administrator there. Who administrates
 * an organization above may make it all the same, since they still reach the organization.
 *
 * @param place the user as it is before the change
 * @throws LoupeError CONFLICT; the caller's transaction rolls back
 */
export async function keepingAnAdministrator<T>(
  em: EntityManager,
  viewer: Viewer,
  place: UserPlace,
  change: () => Promise<T>,
): Promise<T> {
  const { organizationId, userName } = place.user;
  // Two administrators who remove each other at once must not both be allowed to.
  await em.findOne(Organization, organizationId, { fields: ['id'], lockMode: LockMode.PESSIMISTIC_WRITE });
  const before = await countAdministrators(em, [organizationId]);
  const result = await change();
  await em.flush();
  if (before === 0 || (await countAdministrators(em, [organizationId])) > 0) return result;
  const above = idsUpwards(place.path).filter((id) => id !== organizationId);
  const isReachedFromAbove = isBearer(viewer)
    ? viewer.organizationId !== organizationId
    : (await countAdministrators(em, above)) > 0;
  if (isReachedFromAbove) return result;
  throw new LoupeError(
    'CONFLICT',
    `${userName} is the last active administrator of this organization. Make somebody else an administrator first.`,
  );
}

async function countAdministrators(em: EntityManager, organizationIds: readonly string[]): Promise<number> {
  if (organizationIds.length === 0) return 0;
  const [row] = await readRows<{ count: number | string }>(
    em,
    `select count(*) as count from user_role r join user_account u on u.id = r.user_id
     where r.role = 'Administrator' and u.status = 'Active' and u.organization_id in (${marks(organizationIds)})`,
    organizationIds,
  );
  return Number(row?.count ?? 0);
}
