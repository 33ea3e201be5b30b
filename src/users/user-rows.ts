/**
 * Users of an organization as plain rows and their place in the tree, read off the event loop and in parts: there may be tens
 * of thousands.
 */
import type { Place } from '../access/access.js';
import type { EntityManager, Database } from '../db/database.js';
import { Node } from '../tree/node.entity.js';
import { isId } from '../kernel/ids.js';
import { User } from './user.entity.js';
import { giveWay } from '../db/in-parts.js';
import type { UserView } from './views.js';

/** Where users stand in the tree: in their organization, so that rights over it are rights over them. */
export interface UserPlace extends Place {
  readonly user: User;
}

/** The user with the path of its organization; null when it is unknown or the id is no id. */
export async function loadUser(em: EntityManager, userId: string): Promise<UserPlace | null> {
  const user = isId(userId) ? await em.findOne(User, { id: userId.toLowerCase() }) : null;
  if (user === null) return null;
  const { path } = await em.findOneOrFail(Node, { id: user.organizationId });
  return { id: user.id, path, user };
}

/** The organization's node; null when it is unknown or the id is no organization's. */
export async function loadOrganizationNode(em: EntityManager, id: string): Promise<Node | null> {
  return isId(id) ? em.findOne(Node, { id: id.toLowerCase(), type: 'Organization' }) : null;
}

type Instant = Date | number | string;
type Row = Omit<UserView, 'dateCreated' | 'dateModified' | 'hasPassword'> & {
  readonly nameKey: string;
  readonly passworded: boolean | number;
  readonly created: Instant;
  readonly modified: Instant;
};

const AT_A_TIME = 1000;

/** In the order of their names. */
export async function readUsers(database: Database, organizationId: string): Promise<readonly UserView[]> {
  const users: UserView[] = [];
  let after: string | null = null;
  for (;;) {
    const rows: Row[] = await database.readInThread<Row>(
      `select id, organization_id as "organizationId", user_name as "userName", user_name_key as "nameKey", mail,
         first_name as "firstName", last_name as "lastName", status, gender,
         password_hash is not null as passworded,
         date_created as created, date_modified as modified
       from user_account where organization_id = ?${after === null ? '' : ' and user_name_key > ?'}
       order by user_name_key limit ${AT_A_TIME}`,
      [organizationId, ...(after === null ? [] : [after])],
    );
    for (const { nameKey, passworded, created, modified, ...row } of rows) {
      after = nameKey;
      users.push({
        ...row,
        hasPassword: Boolean(passworded),
        dateCreated: new Date(created),
        dateModified: new Date(modified),
      });
    }
    if (rows.length < AT_A_TIME) return users;
    await giveWay();
  }
}
