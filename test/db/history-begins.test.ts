/** Since when the history of documents is kept that are older than histories are. */
import { expect, test } from 'vitest';
import { migrationsFor } from '../../src/db/migrations/index.js';
import { Document } from '../../src/documents/document.entity.js';
import { Node } from '../../src/tree/node.entity.js';
import { startTestApp } from '../kit/app.js';
import { jpegPicture } from '../kit/pictures.js';
import { migratedPostgresDatabase } from '../kit/servers/postgres.js';
import { seed } from '../kit/seed.js';

test.each(['sqlite', 'postgres'])('comes from the upgrade on %s', async (kind) => {
  const url = kind === 'sqlite' ? 'sqlite:loupe.db' : await migratedPostgresDatabase();
  const environment: Record<string, string> = kind === 'sqlite' ? {} : { LOUPE_DATABASE_URL: url };
  const loupe = await startTestApp({ environment });
  try {
    const folder = await (await (await seed(loupe).organization()).user()).folder();
    const old = await folder.document(await jpegPicture(3));
    const fresh = await folder.document(await jpegPicture(4));
    const em = loupe.app.services.database.reader();
    await em.nativeUpdate(Node, { id: old.id }, { dateCreated: new Date('2020-01-01T00:00:00Z') });
    await em.nativeUpdate(Node, { id: fresh.id }, { dateCreated: new Date(Date.now() + 1000) });
    const found = migrationsFor(url).find(({ name }) => name === '0057-history-of-zones');
    if (found === undefined) throw new Error('The migration is missing.');
    const migration = new found.class(em.getDriver(), em.config);
    await migration.up();
    const updates = migration.getQueries().map(String);
    for (const sql of updates.filter((each) => /^update/.test(each))) await em.execute(sql);
    const begins = async (id: string) => (await em.findOneOrFail(Document, { id })).historyBegins;
    const date = await begins(old.id);
    expect(Math.abs((date?.getTime() ?? 0) - Date.now())).toBeLessThan(24 * 3600 * 1000);
    expect(await begins(fresh.id)).toBeNull();
  } finally {
    await loupe.close();
  }
});
