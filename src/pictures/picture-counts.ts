/** How many pictures organizations have, for many of them in one statement. */
import type { EntityManager } from '../db/database.js';
import { marks } from '../db/rows.js';
import type { Organization } from '../organizations/organization.entity.js';

/**
 * In the order of the organizations. Counted for those in Pictures mode only, which is the account type of that name,
 * or having pictures under another; null for the others.
 */
export async function countPictures(
  em: EntityManager,
  organizations: readonly Pick<Organization, 'id' | 'accountType'>[],
): Promise<readonly (number | null)[]> {
  if (organizations.length === 0) return [];
  const rows = await em.execute<{ id: string; count: number | string }[]>(
    `select organization_id as id, count(*) as count
       from picture
      where organization_id in (${marks(organizations)}) and date_trashed is null
      group by organization_id`,
    organizations.map(({ id }) => id),
  );
  const counts = new Map(rows.map(({ id, count }) => [id, Number(count)]));
  return organizations.map(
    ({ id, accountType }) => counts.get(id) ?? (accountType === 'Pictures' ? 0 : null),
  );
}
