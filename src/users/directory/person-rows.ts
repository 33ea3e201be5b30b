/** Reads the people whom a directory reaches. */
import type { EntityManager } from '../../db/database.js';
import type { SqlValue } from '../../db/rows.js';
import { notFound } from '../../kernel/errors.js';
import { isId, newId } from '../../kernel/ids.js';
import { shown } from '../../tree/guarded-nodes.js';
import { foldName } from '../user.rules.js';
import type { UserStatus } from '../user.entity.js';
import {
  type Directory,
  groupsOf,
  type HeldGroup,
  type Listed,
  type ListPart,
  readPart,
} from './directory-place.js';
import type { DirectoryPerson, PersonWanted } from './directory-user.rules.js';

interface PersonRow {
  readonly id: string;
  readonly user_name: string;
  readonly external_id: string | null;
  readonly display_name: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly mail: string;
  readonly status: UserStatus;
  readonly date_created: Date | number | string;
  readonly date_modified: Date | number | string;
}

const COLUMNS = `u.id, coalesce(d.user_name, u.user_name) as user_name, d.external_id, d.display_name, u.first_name,
  u.last_name, u.mail, u.status, u.date_created, u.date_modified`;

/** Everybody in reach. Its marks: the id of the directory's organization, and the beginning of the paths in reach. */
export const PEOPLE = `from user_account u join node n on n.id = u.organization_id
  left join directory_user d on d.user_id = u.id and d.organization_id = ?
  where n.path like ?`;

export async function readPeople(
  em: EntityManager,
  { node }: Directory,
  { id, userName, externalId, mail }: PersonWanted,
  part: ListPart,
): Promise<Listed<DirectoryPerson>> {
  const conditions: readonly (readonly [sql: string, value: SqlValue])[] = [
    ...(id === undefined ? [] : [['u.id = ?', isId(id) ? id.toLowerCase() : newId()] as const]),
    ...(userName === undefined
      ? []
      : [['coalesce(d.user_name_key, u.user_name_key) = ?', foldName(userName)] as const]),
    ...(externalId === undefined ? [] : [['d.external_id = ?', externalId] as const]),
    ...(mail === undefined ? [] : [['u.mail_key = ?', foldName(mail)] as const]),
  ];
  const from = [PEOPLE, ...conditions.map(([sql]) => sql)].join(' and ');
  const values = [node.id, `${node.path}%`, ...conditions.map(([, value]) => value)];
  const { total, items } = await readPart<PersonRow>(
    em,
    { columns: COLUMNS, from, order: 'u.id' },
    values,
    part,
  );
  const ids = items.map((row) => row.id);
  const groups = await groupsOf(em, node.id, ids);
  return { total, items: items.map((row) => personOf(row, groups.get(row.id) ?? [])) };
}

export async function readPerson(
  em: EntityManager,
  directory: Directory,
  id: string,
): Promise<DirectoryPerson> {
  const { items } = await readPeople(em, directory, { id }, { skip: 0, take: 1 });
  const [person] = items;
  if (person === undefined) throw notFound(`User ${shown(id)}`);
  return person;
}

function personOf(row: PersonRow, groups: readonly HeldGroup[]): DirectoryPerson {
  return {
    id: row.id,
    userName: row.user_name,
    externalId: row.external_id,
    displayName: row.display_name,
    firstName: row.first_name,
    lastName: row.last_name,
    mail: row.mail,
    isActive: row.status === 'Active',
    groups,
    dateCreated: new Date(row.date_created),
    dateModified: new Date(row.date_modified),
  };
}
