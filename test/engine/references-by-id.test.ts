/** A reference is found by its id without going through the others of its application, however many there are. */
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
  const folder = await user.folder();
  documentId = (await folder.document(await jpegPicture(134), { status: 'Active' })).id;
});

// PostgreSQL decides by what it knows of the rows.
test.skipIf(isOnPostgres)(
  'SQLite takes the index of ids when a document is activated, changed and removed',
  async () => {
    const statements = await askedBy(loupe, async () => {
      for (const Status of ['Inactive', 'Active']) {
        await user.send('PATCH', `/api/Documents/${documentId}`, { json: { Status } });
      }
      const form = new FormData();
      form.append(
        'file',
        new Blob([new Uint8Array(await jpegPicture(135))], { type: 'image/jpeg' }),
        'page.jpg',
      );
      await user.send('POST', `/api/documents/${documentId}/images`, { form });
      await user.send('DELETE', `/api/Documents/${documentId}`);
      await user.send('DELETE', `/api/Trash/${documentId}`);
    });
    const byId = statements.filter(({ sql }) => /^select[^]*external_id[`"]? in/.test(sql));
    expect(byId.length).toBeGreaterThan(3);
    for (const { sql } of byId) {
      const plan = await readRows<{ detail: string }>(
        loupe.app.services.database.reader(),
        `explain query plan ${sql.replaceAll('?', "'x'")}`,
        [],
      );
      expect(plan.map(({ detail }) => detail).join(), sql).toContain('external_id=?');
    }
  },
);
