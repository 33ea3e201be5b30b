/** Two processes that write to one SQLite file: the server, and a command beside it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { entities } from '../../src/app/entities.js';
import { connect } from '../../src/db/connect.js';
import { Database } from '../../src/db/database.js';

let folder: string;
let database: Database;
let other: Awaited<ReturnType<typeof connect>>;

/** A statement of the other process, which waits for nobody. */
const elsewhere = async (sql: string) => other.em.getConnection().execute<{ n: number }[]>(sql);
const count = async () => (await elsewhere('select n from counted'))[0]?.n;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loupe-shared-'));
  const url = `sqlite:${join(folder, 'loupe.db')}`;
  database = await Database.open(url, entities);
  other = await connect(url, entities, []);
  await elsewhere('pragma busy_timeout = 0');
  await elsewhere('create table counted (n integer)');
  await elsewhere('insert into counted values (0)');
});

afterEach(async () => {
  await other.close(true);
  await database.close();
  await rm(folder, { recursive: true });
});

test('what a transaction has read stays true until it writes', async () => {
  await database.transaction(async ({ em }) => {
    const [row] = await em.execute<{ n: number }[]>('select n from counted');
    await expect(elsewhere('update counted set n = 40')).rejects.toThrow(/database is locked/);
    await em.execute('update counted set n = ?', [(row?.n ?? 0) + 1]);
  });
  await elsewhere('update counted set n = n + 1');
  expect(await count()).toBe(2);
});

test('a transaction waits for one of another process, and for its own turn', async () => {
  await elsewhere('begin immediate');
  await elsewhere('update counted set n = 10');
  const adding = Array.from({ length: 3 }, () =>
    database.transaction(async ({ em }) => {
      await em.execute('update counted set n = n + 1');
    }),
  );
  await elsewhere('commit');
  await Promise.all(adding);
  expect(await count()).toBe(13);
});

test('a transaction within another needs no turn of its own', async () => {
  await database.together(async () => {
    await database.transaction(async ({ em }) => {
      await em.execute('update counted set n = n + 1');
    });
  });
  expect(await count()).toBe(1);
});
