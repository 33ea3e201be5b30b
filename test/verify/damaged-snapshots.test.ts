/** A whole server whose disk has damaged what it derives from the database. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRows } from '../../src/db/rows.js';
import { startTestApp, type TestApp } from '../kit/app.js';
import { runLoupe } from '../kit/command.js';
import { flipBit } from '../kit/files/damage.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import { scan } from '../rest/support/scans.js';

let loupe: TestApp;
let organization: SeededOrganization;
let picture: Buffer;

beforeAll(async () => {
  loupe = await startTestApp({ isAlone: true });
  organization = await seed(loupe).organization();
  picture = await jpegPicture(4711);
  const user = await organization.user();
  const document = await (await user.folder()).document(picture, { name: 'Magazine' });
  await document.action();
});
afterAll(() => loupe.close());

const scanned = async () => (await scan(loupe, organization.apiKey, picture)).status;

/** In the signatures of every snapshot. */
async function damageSnapshots(): Promise<void> {
  const folder = join(loupe.folder, 'indexes');
  const names = await readdir(folder, { recursive: true });
  const segments = names.filter((name) => name.includes('segment-')).map((name) => join(folder, name));
  expect(segments.length).toBeGreaterThan(0);
  for (const segment of segments) await flipBit(segment, (await stat(segment)).size - 1000);
}

test('a signature that is damaged in a snapshot is named by verify, and scans are answered all the same', async () => {
  expect(await scanned()).toBe(200);
  loupe = await loupe.restart(damageSnapshots);
  const found = await runLoupe(['verify', '--json'], loupe.environment);
  expect(found.exitCode).toBe(1);
  expect(found.json()).toMatchObject({
    differences: [
      { member: 'Index.Snapshot', found: expect.stringMatching(/^damaged: signatures of/) as string },
    ],
  });
  expect(await scanned()).toBe(200);
  const after = await runLoupe(['verify'], loupe.environment);
  expect(after).toMatchObject({ exitCode: 0, error: '' });
  expect(after.out).toContain('1 snapshots of indexes');
});

test('a kept picture that is damaged is forgotten, and made again by the next start', async () => {
  const pictures = async () =>
    readRows<{ readonly picture: Uint8Array }>(
      loupe.app.services.database.reader(),
      'select picture from reference_picture',
      [],
    );
  await loupe.app.services.database.transaction(({ em }) =>
    em.execute('update reference_picture set picture = ?', [Buffer.from('damaged')]),
  );
  expect(await scanned()).toBe(200);
  await expect.poll(pictures).toEqual([]);
  expect(await scanned()).toBe(200);
  loupe = await loupe.restart();
  await expect.poll(pictures).toHaveLength(1);
  expect(await scanned()).toBe(200);
});
