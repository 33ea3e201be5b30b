/** Every column that kept answers are made of is watched by the triggers that count changes. */
import { beforeAll, expect, it } from 'vitest';
import { operator } from '../../src/access/viewer.js';
import type { Database } from '../../src/db/database.js';
import { newId } from '../../src/kernel/ids.js';
import { useTestApp } from '../kit/use-app.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import { scan } from '../rest/support/scans.js';

/** Their rows are found by ids of rows that were there before: a new one changes no answer that was given. */
const newRowsChangeNothing = [
  'access_token',
  'document',
  'image',
  'node',
  'organization',
  'reference',
  'reference_picture',
  'user_account',
];

const loupe = useTestApp();
let database: Database;
let organization: SeededOrganization;
let statements: string[];

beforeAll(async () => {
  ({ database } = loupe.app.services);
  organization = await seed(loupe).organization();
  const user = await organization.user();
  const picture = await jpegPicture(3, 640, 480);
  const document = await (await user.folder()).document(picture);
  await document.zone();
  await document.title('A title');
  const actionId = await document.action();
  const form = new FormData();
  form.append('icon', JSON.stringify({ NodeId: document.id, Name: 'Star' }));
  form.append(
    'file',
    new Blob([new Uint8Array(await jpegPicture(7, 64, 64))], { type: 'image/jpeg' }),
    'icon',
  );
  await user.send('POST', '/api/Icons', { form });
  const style = { NodeId: document.id, Type: 'Style', Name: 'TitleStyle', Value: '{"Color":"#00FF00"}' };
  await user.send('POST', '/api/Properties', { json: style });
  const { madeRoles } = loupe.app.services;
  const folderRole = { name: 'Writers', operations: ['content:write'], placeIds: [(await user.folder()).id] };
  const { id: roleId } = await madeRoles.create(operator, organization.id, folderRole);
  await madeRoles.assign(operator, user.id, roleId);
  expect(actionId).not.toBe('');
  statements = await statementsOf(async () => {
    await user.viewer();
    expect((await scan(loupe, organization.apiKey, picture)).status).toBe(200);
  });
});

/** What is read of the database while something is done. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  const connection = database.reader().getConnection() as unknown as Record<
    string,
    (sql: unknown, ...more: unknown[]) => unknown
  >;
  const names = ['execute', 'readCommitted'].filter((name) => typeof connection[name] === 'function');
  for (const name of names) {
    const original = connection[name]?.bind(connection);
    connection[name] = (sql, ...more) => {
      if (typeof sql === 'string') seen.push(sql);
      return original?.(sql, ...more);
    };
  }
  try {
    await work();
  } finally {
    for (const name of names) delete connection[name];
  }
  // The feed of indexes goes by numbers of its own, senders look when it is time, and limits may be some seconds old.
  const others = /change_mark|sequence|webhook|audit_|operation_record|organization_use/;
  return seen.filter((sql) => /^\s*select/.test(sql) && !others.test(sql));
}

async function columnsOf(table: string): Promise<readonly string[]> {
  const sql = database.isPostgres
    ? 'select column_name as name from information_schema.columns where table_name = ?'
    : 'select name from pragma_table_info(?)';
  const rows = await database.reader().execute<{ name: string }[]>(sql, [table]);
  return rows.map(({ name }) => name);
}

async function change(sql: string, values: readonly unknown[] = []): Promise<boolean> {
  const before = await database.changeMark();
  await database.transaction(({ em }) => em.execute(sql, [...values]));
  return (await database.changeMark()) !== before;
}

it('counts every change of a column that a scan or a token was answered by', async () => {
  const missed: string[] = [];
  const tables = new Set<string>();
  for (const sql of statements) {
    const words = new Set(sql.match(/\w+/g));
    const tablesOfStatement = [...sql.matchAll(/\b(?:from|join) "?(\w+)"?/g)].map(([, name = '']) => name);
    for (const table of tablesOfStatement) {
      tables.add(table);
      for (const column of await columnsOf(table)) {
        // Ids and keys of rows never change.
        if (!words.has(column) || ['id', 'key'].includes(column)) continue;
        const isSharedName = tablesOfStatement.length > 1 && !new RegExp(`\\w\\."?${column}\\b`).test(sql);
        if (isSharedName) continue;
        if (!(await change(`update "${table}" set "${column}" = "${column}"`)))
          missed.push(`${table}.${column}`);
      }
    }
  }
  expect(tables.size).toBeGreaterThan(13);
  // A join's unprefixed columns belong to one table only; isSharedName skips them for the others.
  expect([...new Set(missed)].sort()).toEqual([]);
  const triggers = database.isPostgres
    ? 'select tgname as name from pg_trigger'
    : `select name from sqlite_master where type = 'trigger'`;
  const names = new Set(
    (await database.reader().execute<{ name: string }[]>(triggers)).map(({ name }) => name),
  );
  for (const table of tables) {
    expect(names).toContain(`count_${table}_delete`);
    if (!newRowsChangeNothing.includes(table)) expect(names).toContain(`count_${table}_insert`);
  }
});

it('counts neither matches nor what is written at every log-in', async () => {
  const user = await organization.user();
  const login = {
    apiKey: organization.apiKey,
    userName: user.userName,
    password: user.password,
    address: null,
  };
  const before = await database.changeMark();
  await loupe.app.services.auth.login(login);
  await scan(loupe, organization.apiKey, await jpegPicture(3, 640, 480));
  expect(await database.changeMark()).toBe(before);
});

it('counts nothing that was rolled back, and shows uncommitted changes to nobody', async () => {
  const before = await database.changeMark();
  const undone = database.transaction(async ({ em }) => {
    await em.execute(`insert into "user_role" ("user_id", "role") select "id", 'Editor' from "user_account"`);
    throw new Error(`not ${newId()}`);
  });
  await expect(undone).rejects.toThrow('not ');
  expect(await database.changeMark()).toBe(before);
  await database.together(async () => expect(await database.changeMark()).toBeNull());
});
