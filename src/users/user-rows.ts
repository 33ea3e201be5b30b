/** Users of an organization as plain rows, read off the event loop and in parts: there may be tens of thousands. */
import type { Database } from '../db/database.js';
import { giveWay } from '../db/in-parts.js';
import type { UserView } from './views.js';

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
