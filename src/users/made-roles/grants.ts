/** The rights that made roles give: to a user, and in a place. They count only for users of the organization that made the role. */
import type { Operation } from '../../access/permissions.js';
import { permissions } from '../../access/permissions.js';
import { grantedBy, type Scope } from '../../access/scopes.js';
import type { Grant } from '../../access/viewer.js';
import type { EntityManager } from '../../db/entities.js';
import { marks, readRows } from '../../db/rows.js';
import { idsOnPath } from '../../tree/node-path.js';

/** A driver reads JSON as text or as what it says. */
type Json = readonly string[] | string;

function listIn(stored: Json): readonly string[] {
  return (typeof stored === 'string' ? JSON.parse(stored) : stored) as readonly string[];
}

/** Operations that the made roles of a user allow, and where. */
export async function grantsOf(em: EntityManager, userId: string): Promise<readonly Grant[]> {
  const rows = await readRows<{ operations: Json; place_ids: Json | null; path: string }>(
    em,
    `select m.operations, m.place_ids, n.path
     from user_made_role h
     join user_account u on u.id = h.user_id
     join made_role m on m.id = h.role_id and m.organization_id = u.organization_id
     join node n on n.id = m.organization_id
     where h.user_id = ?`,
    [userId],
  );
  const pathOf = await pathsOf(
    em,
    rows.flatMap((row) => (row.place_ids === null ? [] : listIn(row.place_ids))),
  );
  return rows.flatMap((row) => {
    const operations = grantedBy(listIn(row.operations));
    if (row.place_ids === null) return [{ operations, path: row.path }];
    // Folders that are gone, lie in the trash or went elsewhere give nothing.
    return listIn(row.place_ids).flatMap((id) => {
      const path = pathOf.get(id);
      return path?.startsWith(row.path) === true ? [{ operations, path }] : [];
    });
  });
}

/** Paths of those that are there. */
async function pathsOf(em: EntityManager, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await readRows<{ id: string; path: string }>(
    em,
    `select n.id, n.path from node n where n.id in (${marks(ids)})`,
    ids,
  );
  return new Map(rows.map(({ id, path }) => [id, path]));
}

interface Holder {
  readonly id: string;
  readonly name: string;
}

/**
 * Active users who may do an operation in a place by a fixed or a made role: those of its organization, and of the ones above.
 *
 * @param path node path of the place
 * @param among ids of users, where only some are asked for
 */
export async function holdersOf(
  em: EntityManager,
  operation: Operation,
  path: string,
  among: readonly string[] | null = null,
): Promise<readonly Holder[]> {
  const places = idsOnPath(path);
  const roles = permissions[operation];
  const chosen = among === null ? '' : ` and u.id in (${marks(among)})`;
  const fixed = await readRows<Holder>(
    em,
    `select distinct u.id, u.user_name as name from user_account u join user_role r on r.user_id = u.id
       join organization o on o.id = u.organization_id
      where u.organization_id in (${marks(places)}) and u.status = 'Active' and o.web_api_authorized = true
        and r.role in (${marks(roles)})${chosen}`,
    [...places, ...roles, ...(among ?? [])],
  );
  const made = await readRows<Holder & { operations: Json; place_ids: Json | null }>(
    em,
    `select u.id, u.user_name as name, m.operations, m.place_ids from made_role m
       join user_made_role h on h.role_id = m.id
       join user_account u on u.id = h.user_id and u.organization_id = m.organization_id
       join organization o on o.id = u.organization_id
      where m.organization_id in (${marks(places)}) and u.status = 'Active' and o.web_api_authorized = true${chosen}`,
    [...places, ...(among ?? [])],
  );
  const holding = made.filter(
    ({ operations, place_ids: placeIds }) =>
      grantedBy(listIn(operations)).has(operation as Scope) &&
      (placeIds === null || listIn(placeIds).some((id) => places.includes(id))),
  );
  const all = new Map([...fixed, ...holding].map(({ id, name }) => [id, { id, name }]));
  return [...all.values()];
}
