/** Makes an organization as large as one gets, by rows that are copied in the database (SQLite): uploads would take days. */
import { createHash, randomUUID } from 'node:crypto';
import type { Database } from '../../../src/db/database.js';
import type { Target } from '../../../test/access/target.js';

export interface Sizes {
  /** Folders in one folder, each with a title. */
  readonly folders: number;
  readonly matches: number;
}

const DAY_MS = 86_400_000;
/** Of the organization beside its folders: users, pictures, references, and so on. */
const USERS = 5_000;
const PICTURES = 10_000;
const REFERENCES = 20_000;
const OPERATIONS = 100_000;

export async function enlarge(database: Database, target: Target, sizes: Sizes): Promise<void> {
  const rows = new RowCopies(database);
  const at = 'cast(n.i as integer)';
  const matchId = await rows.copy('match_record', target.matchId, sizes.matches, {
    request_time: `m.request_time - (${at} % 30) * ${DAY_MS} - ${at}`,
    day: `m.day - (${at} % 30)`,
    session_id: `m.session_id || ${at}`,
  });
  await rows.copy('click_record', target.clickId, sizes.matches / 10, {
    click_time: `m.click_time - (${at} % 30) * ${DAY_MS} - ${at}`,
    session_id: `m.session_id || ${at}`,
    match_id: matchId,
  });
  await rows.copy('operation_record', target.operationId, OPERATIONS, { date: `m.date - ${at}` });
  await rows.copy('user_account', target.userId, USERS, {
    user_name: `'user ' || ${at}`,
    user_name_key: `'user ' || ${at}`,
    mail: `'user' || ${at} || '@loupe.example'`,
    mail_key: `'user' || ${at} || '@loupe.example'`,
  });
  await rows.copy('picture', target.pictureId, PICTURES, {
    object_id: `'copy' || ${at}`,
    name: `'Picture ' || ${at}`,
  });
  await database.transaction(async ({ em }) => {
    await em.execute(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${REFERENCES})
       insert into reference (application_id, external_id, ordinal, sequence, is_present, keywords, keypoint_count, date_created, date_modified)
       select application_id, external_id || '-' || n.i, 0, sequence, true, '[]', 0, date_created, date_modified
         from n, reference m where m.external_id = ? and m.application_id = ?`,
      [target.referenceId, target.applicationId],
    );
  });
}

/** Fills a folder with folders that have titles. */
export async function fillFolder(database: Database, folderId: string, count: number): Promise<void> {
  const rows = new RowCopies(database);
  const [folder] = await database
    .reader()
    .execute<{ path: string }[]>('select path from node where id = ?', [folderId]);
  const id = await rows.copy('node', folderId, count, {
    parent_id: `'${folderId}'`,
    path: (newId) => `'${folder?.path ?? ''}' || ${newId} || '/'`,
    name: `'Folder number ' || n.i`,
    name_folded: `'folder number ' || n.i`,
    name_sort_key: `'folder number ' || n.i`,
    order: '0',
  });
  const title = `'A title of some words, with number ' || n.i * 7919`;
  await database.transaction(async ({ em }) => {
    await em.execute(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
       insert into title (id, node_id, language_code, value, value_folded)
       select ${idOf(randomUUID())}, ${id}, 'en-US', ${title}, lower(${title}) from n`,
    );
  });
}

type Expression = string | ((newId: string) => string);

class RowCopies {
  constructor(private readonly database: Database) {}

  /** @returns SQL of the id of copy number `n.i` */
  async copy(
    table: string,
    id: string,
    count: number,
    others: Readonly<Record<string, Expression>>,
  ): Promise<string> {
    const newId = idOf(randomUUID());
    const columns = await this.database
      .reader()
      .execute<{ name: string }[]>('select name from pragma_table_info(?)', [table]);
    const values = columns.map(({ name }) => {
      if (name === 'id') return newId;
      const other = others[name] ?? `m."${name}"`;
      return typeof other === 'string' ? other : other(newId);
    });
    await this.database.transaction(async ({ em }) => {
      await em.execute(
        `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
         insert into "${table}" (${columns.map(({ name }) => `"${name}"`).join(', ')})
         select ${values.join(', ')} from n, "${table}" m where m.id = ?`,
        [id],
      );
    });
    return newId;
  }
}

/** SQL that makes an id of a number, another one for each `seed`. */
export function idOf(seed: string): string {
  const hex = createHash('sha256').update(seed).digest('hex');
  const head = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(12, 15)}-8${hex.slice(15, 18)}-`;
  return `'${head}' || printf('%012x', n.i)`;
}
