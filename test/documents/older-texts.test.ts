/** Pages that were made before the words of pages were kept. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readRows } from '../../src/db/rows.js';
import { startTestApp, type TestApp } from '../kit/app.js';
import { leafletOf } from '../kit/files/leaflets.js';
import { jpegPicture } from '../kit/pictures.js';
import { readProposals } from '../kit/proposals.js';
import { seed } from '../kit/seed.js';
import type { SeededUser } from '../kit/seed/seed-user.js';

let loupe: TestApp;

beforeAll(async () => {
  loupe = await startTestApp({ isAlone: true, environment: { LOUPE_PROPOSALS: 'true' } });
});
afterAll(() => loupe.close());

const kept = async () =>
  readRows<{ readonly id: string; readonly text: string }>(
    loupe.app.services.database.reader(),
    'select node_id as id, text_folded as text from page_text order by node_id',
    [],
  );
const forget = () =>
  loupe.app.services.database.transaction(async ({ em }) => {
    await em.execute('delete from page_text');
  });
const upload = async (user: SeededUser, file: Buffer, contentType: string) =>
  (await user.folder()).document(file, { contentType });

it('get their words by a start, each once, and propose nothing new', async () => {
  const user = await (await seed(loupe).organization({ credit: 50 })).user();
  const pages = [{ title: 'Lake Market', lines: ['https://boats.ch/a'] }, { lines: ['Mustard'] }, {}];
  const pdf = await upload(user, await leafletOf(pages), 'application/pdf');
  const other = await upload(user, await leafletOf([{ lines: ['Marmalade'] }]), 'application/pdf');
  const picture = await upload(user, await jpegPicture(3), 'image/jpeg');
  for (const { id } of [pdf, other, picture]) await readProposals(user, id);
  const before = await kept();
  expect(before.map(({ text }) => text).toSorted()).toEqual([
    '',
    '',
    'lake market https://boats.ch/a',
    'marmalade',
    'mustard',
  ]);
  const proposed = await readProposals(user, pdf.id);
  await user.send('PUT', `/services/Proposals/Dismiss?documentId=${pdf.id}`, { json: {} });

  const { olderTexts } = loupe.app.services;
  await forget();
  expect(await olderTexts?.make(() => true)).toBe(5);
  expect(await kept()).toEqual(before);
  expect(await olderTexts?.make(() => true)).toBe(0);
  await forget();
  // A server that ends stops before the next page.
  let asked = 0;
  expect(await olderTexts?.make(() => (asked += 1) <= 3)).toBeLessThanOrEqual(3);
  await forget();

  loupe = await loupe.restart();
  await expect.poll(kept).toEqual(before);
  expect(proposed).toHaveLength(2);
  expect(await readProposals(user, pdf.id)).toEqual([]);
});
