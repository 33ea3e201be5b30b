import { expect, test } from 'vitest';
import { startTestApp } from '../kit/app.js';
import { isOnPostgres } from '../kit/servers/postgres.js';

test('a fresh folder gets a database whose schema equals the entities, and the server gets ready', async () => {
  const loupe = await startTestApp();
  try {
    expect(await loupe.app.services.database.schemaDrift()).toBe('');
    expect((await fetch(`${loupe.url}/Health/READY/`)).status).toBe(200);
    expect((await fetch(`${loupe.modifyUrl}/health/live`)).status).toBe(200);
  } finally {
    await loupe.close();
  }
});

test.skipIf(isOnPostgres)('every connection to SQLite keeps full synchronization after a write', async () => {
  const loupe = await startTestApp();
  try {
    const { database } = loupe.app.services;
    await database.transaction(async ({ em }) => {
      await em.execute(
        "insert into operation_record (id, organization_id, date, user, operation) values ('a', 'b', 0, 'c', 'd')",
      );
    });
    const [row] = await database.reader().execute<{ synchronous: number }[]>('pragma synchronous');
    expect(row?.synchronous).toBe(2);
  } finally {
    await loupe.close();
  }
});
