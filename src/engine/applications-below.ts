/** The organizations' own applications in a part of the tree: what its scans and its conflicts search. */
import type { EntityManager } from '../db/database.js';
import { marks, readRows } from '../db/rows.js';
import type { ApplicationPurpose } from './application.entity.js';

/**
 * Active applications of all organizations in a subtree, in a fixed order. A join, because a statement takes a limited
 * number of organization ids.
 *
 * @param organizationPath the path of the subtree's top; empty for everything
 */
export async function applicationsBelow(
  em: EntityManager,
  organizationPath: string,
  purposes: readonly ApplicationPurpose[],
): Promise<readonly { readonly id: string; readonly purpose: ApplicationPurpose }[]> {
  return readRows(
    em,
    `select a.id, a.purpose from application a join node n on n.id = a.organization_id
     where n.path like ? and n.type = 'Organization' and a.is_active = true and a.purpose in (${marks(purposes)})
     order by a.purpose, a.id`,
    [`${organizationPath}%`, ...purposes],
  );
}
