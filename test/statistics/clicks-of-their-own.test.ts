/** Clicks that followed no match are found without going through all of their document, which may have a million. */
import { beforeAll, expect, test } from 'vitest';
import { readRows } from '../../src/db/rows.js';
import { useTestApp } from '../kit/use-app.js';
import { jpegPicture } from '../kit/pictures.js';
import { isOnPostgres } from '../kit/servers/postgres.js';
import { seed } from '../kit/seed.js';
import type { SeededUser } from '../kit/seed/seed-user.js';
import { askedBy } from '../kit/statements.js';

const loupe = useTestApp();
let user: SeededUser;
let documentId: string;

beforeAll(async () => {
  user = await (await seed(loupe).organization()).user();
  documentId = (await (await user.folder()).document(await jpegPicture(137))).id;
});

// PostgreSQL decides by what it knows of the rows.
test.skipIf(isOnPostgres)('SQLite takes an index for them when an archive is made', async () => {
  const statements = await askedBy(loupe, async () => {
    const archive = await user.send('GET', `/services/Clickstream/Download?documentId=${documentId}`);
    await (await fetch((archive as { ArchiveUrl: string }).ArchiveUrl)).arrayBuffer();
  });
  const [asked] = statements.filter(({ sql }) => /match_id[`"]? is null/.test(sql));
  const plan = await readRows<{ detail: string }>(
    loupe.app.services.database.reader(),
    `explain query plan ${asked?.sql.replaceAll('?', "'x'") ?? ''}`,
    [],
  );
  expect(plan.map(({ detail }) => detail).join()).toContain('document_id=? AND match_id=? AND click_time');
});
