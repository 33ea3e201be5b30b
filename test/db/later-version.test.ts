/** A database that a later version of Loupe has changed. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRows } from '../../src/db/rows.js';
import { explainStartFailure } from '../../src/start-failure.js';
import { startTestApp, type TestApp } from '../kit/app.js';
import { runLoupe } from '../kit/command.js';

const LATER = '0999-from-the-future';
const REFUSAL =
  /was written by a newer version of Loupe \(its migration 0999-from-the-future is not known here\)/;

let loupe: TestApp;

beforeAll(async () => {
  loupe = await startTestApp({ isAlone: true });
});
afterAll(() => loupe.close());

const migrations = async () =>
  readRows(loupe.app.services.database.reader(), 'select name from mikro_orm_migrations order by id', []);

async function change(sql: string): Promise<void> {
  await loupe.app.services.database.transaction(async ({ em }) => {
    await em.execute(sql);
  });
}

test('is refused by every command, and nothing of it is changed', async () => {
  await change(`insert into mikro_orm_migrations (name) values ('${LATER}')`);
  const before = await migrations();
  const to = join(loupe.folder, 'copy');
  const moved = join(loupe.folder, 'moved');
  for (const command of [
    ['org', 'list'],
    ['app', 'list'],
    ['user', 'list'],
    ['verify'],
    ['backup', to],
    ['blobs', 'move', '--to', moved],
  ]) {
    const ended = await runLoupe(command, loupe.environment);
    expect(ended.exitCode, command.join(' ')).toBe(2);
    expect(ended.error, command.join(' ')).toMatch(REFUSAL);
  }
  expect([existsSync(join(to, 'manifest.json')), existsSync(moved)]).toEqual([false, false]);
  expect(await migrations()).toEqual(before);
});

test('is refused by a server that starts; one that runs goes on', async () => {
  expect((await fetch(`${loupe.url}/health/ready`)).status).toBe(200);
  const start = startTestApp({ environment: { ...loupe.environment, LOUPE_PORT: '0' }, isAlone: true });
  const error: unknown = await start.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(explainStartFailure(error, loupe.config)).toMatch(REFUSAL);
  await change(`delete from mikro_orm_migrations where name = '${LATER}'`);
  expect((await runLoupe(['verify'], loupe.environment)).exitCode).toBe(0);
});
