/** Reads the groups of a directory. */
import type { EntityManager } from '../../db/database.js';
import { readRows, type SqlValue } from '../../db/rows.js';
import { notFound } from '../../kernel/errors.js';
import { isId, newId } from '../../kernel/ids.js';
import { shown } from '../../tree/guarded-nodes.js';
import { foldName } from '../user.rules.js';
import type { DirectoryGroup } from './directory.entity.js';
import { type Directory, type Listed, type ListPart, readPart } from './directory-place.js';

interface GroupMember {
  readonly id: string;
  readonly userName: string;
}

export interface DirectoryGroupView {
  readonly id: string;
  readonly name: string;
  readonly externalId: string | null;
  /** null where they were not asked for. */
  readonly members: readonly GroupMember[] | null;
  readonly dateCreated: Date;
  readonly dateModified: Date;
}

export interface GroupWanted {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly externalId?: string | undefined;
  /** The id of somebody who is in it. */
  readonly memberId?: string | undefined;
}

interface GroupRow {
  readonly id: string;
  readonly name: string;
  readonly external_id: string | null;
  readonly date_created: Date | number | string;
  readonly date_modified: Date | number | string;
}

export async function memberIds(
  em: EntityManager,
  { id }: Pick<DirectoryGroup, 'id'>,
): Promise<readonly string[]> {
  const rows = await readRows<{ user_id: string }>(
    em,
    'select user_id from directory_member where group_id = ? order by user_id',
    [id],
  );
  return rows.map(({ user_id: userId }) => userId);
}

export async function readGroups(
  em: EntityManager,
  { node }: Directory,
  { id, name, externalId, memberId }: GroupWanted,
  { withMembers, ...part }: ListPart & { readonly withMembers: boolean },
): Promise<Listed<DirectoryGroupView>> {
  const idOr = (text: string) => (isId(text) ? text.toLowerCase() : newId());
  const conditions: readonly (readonly [sql: string, value: SqlValue])[] = [
    ['g.organization_id = ?', node.id],
    ...(id === undefined ? [] : [['g.id = ?', idOr(id)] as const]),
    ...(name === undefined ? [] : [['g.name_key = ?', foldName(name)] as const]),
    ...(externalId === undefined ? [] : [['g.external_id = ?', externalId] as const]),
    ...(memberId === undefined
      ? []
      : [
          [
            'exists (select 1 from directory_member m where m.group_id = g.id and m.user_id = ?)',
            idOr(memberId),
          ] as const,
        ]),
  ];
  const { total, items } = await readPart<GroupRow>(
    em,
    {
      columns: 'g.id, g.name, g.external_id, g.date_created, g.date_modified',
      from: `from directory_group g where ${conditions.map(([sql]) => sql).join(' and ')}`,
      order: 'g.id',
    },
    conditions.map(([, value]) => value),
    part,
  );
  const views: DirectoryGroupView[] = [];
  for (const row of items) {
    views.push({
      id: row.id,
      name: row.name,
      externalId: row.external_id,
      members: withMembers ? await readMembers(em, node.id, row.id) : null,
      dateCreated: new Date(row.date_created),
      dateModified: new Date(row.date_modified),
    });
  }
  return { total, items: views };
}

async function readMembers(
  em: EntityManager,
  directoryId: string,
  groupId: string,
): Promise<readonly GroupMember[]> {
  return readRows<{ id: string; userName: string }>(
    em,
    `select u.id, coalesce(d.user_name, u.user_name) as "userName"
     from directory_member m join user_account u on u.id = m.user_id
     left join directory_user d on d.user_id = u.id and d.organization_id = ?
     where m.group_id = ? order by u.id`,
    [directoryId, groupId],
  );
}

export async function readGroup(
  em: EntityManager,
  directory: Directory,
  id: string,
  withMembers: boolean,
): Promise<DirectoryGroupView> {
  const { items } = await readGroups(em, directory, { id }, { skip: 0, take: 1, withMembers });
  const [group] = items;
  if (group === undefined) throw notFound(`Group ${shown(id)}`);
  return group;
}
