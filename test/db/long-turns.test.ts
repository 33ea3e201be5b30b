/** Work of many statements does not keep others from their turn of the event loop. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { entities } from '../../src/app/entities.js';
import { Database } from '../../src/db/database.js';
import { readRows } from '../../src/db/rows.js';

let database: Database;

beforeAll(async () => {
  database = await Database.open('sqlite::memory:', entities);
});
afterAll(async () => database.close());

/** Far more than fit into one turn of any length. */
const MOST_STATEMENTS = 1_000_000;

test.each([
  [
    'outside of a transaction',
    (work: (em: ReturnType<Database['reader']>) => Promise<void>) => work(database.reader()),
  ],
  [
    'within a transaction',
    (work: (em: ReturnType<Database['reader']>) => Promise<void>) =>
      database.transaction(({ em }) => work(em)),
  ],
])('%s one that asks for statement after statement gives way by itself', async (_where, inside) => {
  let hadATurn = false;
  let statements = 0;
  await inside(async (em) => {
    setImmediate(() => (hadATurn = true));
    while (!hadATurn && statements < MOST_STATEMENTS) {
      await readRows(em, 'select 1', []);
      statements += 1;
    }
  });
  expect(hadATurn).toBe(true);
});
