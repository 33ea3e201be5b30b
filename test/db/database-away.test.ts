import { afterAll, beforeAll, expect, test } from 'vitest';
import { GraphqlClient } from '../graphql/support.js';
import { startTestApp, type TestApp } from '../kit/app.js';
import { jpegPicture } from '../kit/pictures.js';
import { PostgresCluster } from '../kit/servers/postgres-cluster.js';
import { seed } from '../kit/seed.js';
import type { SeededUser } from '../kit/seed/seed-user.js';
import { EngineClient } from '../rest/support/engine-client.js';

let cluster: PostgresCluster;
let loupe: TestApp;
let user: SeededUser;

beforeAll(async () => {
  cluster = await PostgresCluster.start({ isDurable: true });
  loupe = await startTestApp({ isAlone: true, environment: { LOUPE_DATABASE_URL: cluster.url } });
  user = await (await seed(loupe).organization()).user();
});
afterAll(async () => {
  await loupe.close();
  await cluster.remove();
});

test('while the database is away every surface says so, and everything works once it is back', async () => {
  const picture = await jpegPicture(1);
  const engine = new EngineClient(loupe);
  const key = await engine.newApplication();
  await engine.add(key, 'a', picture);
  const graphql = new GraphqlClient(loupe.url, { authorization: `Bearer ${user.token}` });
  const write = async () =>
    user.request('POST', '/api/Folders', { json: { Name: 'F', ParentId: user.organizationId } });
  const read = async () => user.request('GET', `/api/nodes/${user.organizationId}/folders`);
  await cluster.stop('immediate');

  for (const answer of [await read(), await write(), await read()]) {
    expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('The database')]);
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
  }
  const { errors } = await graphql.run('{ me { id } }');
  expect(errors).toMatchObject([{ extensions: { code: 'STORAGE_UNAVAILABLE' } }]);
  expect((await engine.search(key, picture)).status.code).toBe(-2008);
  expect((await fetch(`${loupe.url}/health/ready`)).status).toBe(503);
  expect((await fetch(`${loupe.url}/health/live`)).status).toBe(200);

  await cluster.startAgain();
  expect((await write()).status).toBe(201);
  expect((await engine.search(key, picture)).nb_results_found).toBe(1);
  await expect.poll(async () => (await fetch(`${loupe.url}/health/ready`)).status).toBe(200);
});

test('a database that can only be read makes the server not ready, and changes are refused until it can be written', async () => {
  const write = async () =>
    user.request('POST', '/api/Folders', { json: { Name: 'F', ParentId: user.organizationId } });
  const read = async () => user.request('GET', `/api/nodes/${user.organizationId}/folders`);
  const ready = async () => (await fetch(`${loupe.url}/health/ready`)).json();
  await cluster.set('default_transaction_read_only', 'on');
  await expect.poll(ready).toEqual({ status: 'not ready', reasons: ['database'] });
  const refused = await write();
  expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining('The database')]);
  expect((await read()).status).toBe(200);
  await cluster.set('default_transaction_read_only', 'off');
  await expect.poll(ready).toEqual({ status: 'ready' });
  expect((await write()).status).toBe(201);
});
