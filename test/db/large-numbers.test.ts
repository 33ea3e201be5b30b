import { expect, test } from 'vitest';
import { startTestApp } from '../kit/app.js';
import { jpegPicture } from '../kit/pictures.js';
import { migratedPostgresDatabase } from '../kit/servers/postgres.js';
import { EngineClient } from '../rest/support/engine-client.js';

/** More than four bytes with a sign hold. */
const LARGE = 3_000_000_000;

test('on PostgreSQL references are added, found, changed and kept after the two billionth key and change', async () => {
  const environment = { LOUPE_DATABASE_URL: await migratedPostgresDatabase() };
  const loupe = await startTestApp({ environment });
  const engine = new EngineClient(loupe);
  const key = await engine.newApplication();
  const em = loupe.app.services.database.reader();
  await em.execute(`alter sequence reference_key_seq restart with ${LARGE}`);
  await em.execute(`update application set sequence = ${LARGE}`);
  const [first, second] = [await jpegPicture(1), await jpegPicture(2)];
  expect((await engine.add(key, 'first', first, ['red'])).status.code).toBe(0);
  expect((await engine.add(key, 'second', second)).status.code).toBe(0);
  expect((await engine.search(key, first)).images).toMatchObject([{ id: 'first', keywords: ['red'] }]);
  const again = await loupe.restart();
  try {
    const after = new EngineClient(again);
    expect((await after.search(key, second)).images).toMatchObject([{ id: 'second' }]);
    expect((await after.search(key, first, { keywords: 'blue' })).nb_results_found).toBe(0);
    const [{ least } = { least: 0 }] = await again.app.services.database
      .reader()
      .execute<{ least: number }[]>('select min("key") as least from reference');
    expect(least).toBe(LARGE);
  } finally {
    await again.close();
  }
});
