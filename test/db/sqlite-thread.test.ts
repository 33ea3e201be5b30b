import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isDiskFull } from '../../src/kernel/outages.js';
import { SqliteThread } from '../../src/db/sqlite/sqlite-thread.js';

let folder: string;
let thread: SqliteThread;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loupe-thread-'));
  // SQLite refuses more pages as it does on a disk without room.
  thread = new SqliteThread(join(folder, 'small.sqlite'), ['journal_mode = WAL', 'max_page_count = 20']);
  await thread.write([{ sql: 'create table note (text text)', values: [] }]);
});
afterEach(async () => {
  await thread.close();
  await rm(folder, { recursive: true });
});

const insert = (text: string) => ({ sql: 'insert into note values (?)', values: [text] });

test('writes all statements or none, reports a full disk, and goes on with what fits', async () => {
  const refused = await thread.write([insert('first'), insert('x'.repeat(200_000))]).then(
    () => null,
    (error: unknown) => error,
  );
  expect(isDiskFull(refused)).toBe(true);
  await thread.write([insert('second')]);
  expect(await thread.read({ sql: 'select text from note', values: [] })).toEqual([{ text: 'second' }]);
});
