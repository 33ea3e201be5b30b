/** The rule of an organization that readers get changes from drafts alone, which somebody else has approved. */
import { permissions } from '../../access/permissions.js';
import type { EntityManager } from '../../db/entities.js';
import { eachPart } from '../../db/in-parts.js';
import { marks, readRows } from '../../db/rows.js';
import { LoupeError } from '../../kernel/errors.js';
import { idsOnPath } from '../../tree/node-path.js';

/** Whether the rule is on. */
export async function needsApproval(em: EntityManager, organizationId: string): Promise<boolean> {
  const rows = await readRows(em, 'select id from organization where id = ? and needs_approval = true', [
    organizationId,
  ]);
  return rows.length > 0;
}

/**
 * Refuses changes of titles, actions and zones that readers would get at once where the rule is on.
 *
 * @param documentIds of the documents that were changed past their drafts
 * @throws LoupeError APPROVAL_NEEDED
 */
export async function requireNoRule(em: EntityManager, documentIds: readonly string[]): Promise<void> {
  await eachPart(documentIds, async (part) => {
    const [ruled] = await readRows<{ readonly name: string }>(
      em,
      `select n.name from document d join node n on n.id = d.id join organization o on o.id = n.organization_id
        where d.id in (${marks(part)}) and d.status = 'Active' and o.needs_approval = true limit 1`,
      part,
    );
    if (ruled === undefined) return;
    throw new LoupeError(
      'APPROVAL_NEEDED',
      `Nothing was changed: readers get titles, actions and zones of “${ruled.name.slice(0, 80)}” from a draft that somebody else has approved. Collect the change in a draft, and ask for a review.`,
    );
  });
}

/**
 * Ids of the active users who may publish in an organization: those of its own, and of the ones above.
 *
 * @param path node path of the organization
 */
export async function publishersIn(em: EntityManager, path: string): Promise<readonly string[]> {
  const places = idsOnPath(path);
  const roles = permissions['content:write'];
  const rows = await readRows<{ readonly id: string }>(
    em,
    `select distinct u.id from user_account u join user_role r on r.user_id = u.id
       join organization o on o.id = u.organization_id
      where u.organization_id in (${marks(places)}) and u.status = 'Active' and o.web_api_authorized = true
        and r.role in (${marks(roles)})`,
    [...places, ...roles],
  );
  return rows.map(({ id }) => id);
}
