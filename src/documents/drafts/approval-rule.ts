/** The rule of organizations and folders that readers get changes from drafts alone, which somebody else has approved. */
import { allowed } from '../../access/access.js';
import type { Viewer } from '../../access/viewer.js';
import type { EntityManager } from '../../db/entities.js';
import { eachPart } from '../../db/in-parts.js';
import { marks, readRows } from '../../db/rows.js';
import { LoupeError } from '../../kernel/errors.js';
import type { GuardedNodes } from '../../tree/guarded-nodes.js';
import type { Node } from '../../tree/node.entity.js';
import { holdersOf } from '../../users/made-roles/grants.js';
import { idsOnPath, inSubtree } from '../../tree/node-path.js';
import type { NodeStore } from '../../tree/node.store.js';

/** An element whose rule is asked for. */
export type RuledPlace = Readonly<Pick<Node, 'organizationId' | 'path'>>;

/** Whether the rule is on, for its organization or a folder that it lies in. */
export async function needsApproval(em: EntityManager, place: RuledPlace): Promise<boolean> {
  return (await ruledBy(em, place)).length > 0;
}

/** Ids of those who set the rule for a place, from the top down: its organization, and folders on its path. */
export async function ruledBy(
  em: EntityManager,
  { organizationId, path }: RuledPlace,
): Promise<readonly string[]> {
  const ids = idsOnPath(path);
  const rows = await readRows<{ readonly id: string }>(
    em,
    `select id from organization where id = ? and needs_approval = true
      union all select folder_id as id from folder_rule where folder_id in (${marks(ids)})`,
    [organizationId, ...ids],
  );
  const ruling = new Set(rows.map(({ id }) => id));
  return [organizationId, ...ids.filter((id) => id !== organizationId)].filter((id) => ruling.has(id));
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
        where d.id in (${marks(part)}) and d.status = 'Active' and (o.needs_approval = true or exists (
          select 1 from folder_rule r join node f on f.id = r.folder_id
           where f.organization_id = n.organization_id and substr(n.path, 1, length(f.path)) = f.path)) limit 1`,
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
 * Moves a folder or document. What readers get leaves the rule by an administrator alone: outside it would be changed freely, and
 * could be brought back.
 *
 * @throws LoupeError NOT_FOUND, FORBIDDEN, APPROVAL_NEEDED, BAD_USER_INPUT as `NodeStore.move`
 */
export async function moveElement(
  { guarded, nodes }: { readonly guarded: GuardedNodes; readonly nodes: NodeStore },
  em: EntityManager,
  viewer: Viewer,
  node: Node,
  parentId: string,
): Promise<void> {
  const parent = await guarded.require(em, viewer, 'content:write', parentId);
  await requireMayLeave(em, viewer, node, node.path, parent);
  await nodes.move(em, node, parent);
}

/**
 * @param from the path that counts for where the element comes from
 * @throws LoupeError APPROVAL_NEEDED
 */
export async function requireMayLeave(
  em: EntityManager,
  viewer: Viewer,
  node: Node,
  from: string,
  parent: Node,
): Promise<void> {
  const { id, organizationId } = node;
  if (!(await needsApproval(em, { organizationId, path: from }))) return;
  if (await needsApproval(em, { organizationId, path: `${parent.path}${id}/` })) return;
  const [active] = await readRows<{ readonly name: string }>(
    em,
    `select n.name from node n join document d on d.id = n.id where n.path like ? and d.status = 'Active' limit 1`,
    [inSubtree(node.path).$like],
  );
  if (active === undefined || allowed(viewer, 'organization:write', [parent]).size > 0) return;
  throw new LoupeError(
    'APPROVAL_NEEDED',
    `Nothing was moved: “${active.name.slice(0, 80)}” is active, and readers get its texts from approved drafts alone where it is. Ask an administrator to move it out of there.`,
  );
}

/**
 * Ids of the active users who may publish in a place: those of its organization, and of the ones above.
 *
 * @param path node path of the place
 */
export async function publishersIn(em: EntityManager, path: string): Promise<readonly string[]> {
  return (await holdersOf(em, 'content:write', path)).map(({ id }) => id);
}
