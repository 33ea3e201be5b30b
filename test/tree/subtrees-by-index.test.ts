/** A subtree, and the organizations in it, are found without going through all nodes of all tenants. */
import { expect, test } from 'vitest';
import { useTestApp } from '../kit/use-app.js';
import { isOnPostgres } from '../kit/servers/postgres.js';

const loupe = useTestApp();

/** How the database goes about it; a PostgreSQL that has few rows would rather read all of them. */
async function planOf(where: string): Promise<string> {
  const values = where.split('?').length === 3 ? ['Organization', '0193/%'] : ['0193/%'];
  return loupe.app.services.database.transaction(async ({ em }) => {
    if (isOnPostgres) await em.execute('set local enable_seqscan = off');
    const explain = isOnPostgres ? 'explain' : 'explain query plan';
    const rows = await em.execute<object[]>(`${explain} select id from node where ${where}`, values);
    return JSON.stringify(rows);
  });
}

test.each([
  ['a subtree', 'path like ?', /node_path_index/],
  ['the organizations of a subtree', 'type = ? and path like ?', /node_type_path_index/],
])('%s takes an index', async (_name, where, index) => {
  const plan = await planOf(where);
  expect(plan).toMatch(index);
  // Both ends of the prefix, not the type alone.
  expect(plan).toMatch(isOnPostgres ? /Index Cond: .*path >= .*path < / : /path>\? AND path<\?/);
});
