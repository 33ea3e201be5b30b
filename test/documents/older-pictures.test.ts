/** Pages that were published before pictures were kept for their content. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readRows } from '../../src/db/rows.js';
import { startTestApp, type TestApp } from '../kit/app.js';
import { newPublisher } from '../recognition/publisher.js';
import { renderMagazinePage } from '../../packages/bench/print/magazine.js';

let loupe: TestApp;

beforeAll(async () => {
  loupe = await startTestApp({ isAlone: true });
});
afterAll(() => loupe.close());

/** What a start begins beside the requests. */
const EVERY_WORK = [
  'drafts-by-date',
  'inbox-mails',
  'kept-comparisons',
  'links',
  'old-imports',
  'old-records',
  'old-uploads',
  'operation-log',
  'pictures-of-pages',
  'replaced-files',
  'trash',
  'unused-files',
];

const kept = async () => {
  const em = loupe.app.services.database.reader();
  const rows = await readRows<{ readonly reference_key: number; readonly picture: Uint8Array }>(
    em,
    'select reference_key, picture from reference_picture order by reference_key',
    [],
  );
  return rows.map(({ reference_key: key, picture }) => ({ key: Number(key), bytes: picture.length }));
};

it('get them while the server runs, of pages and of zones, and each once', async () => {
  const { services } = loupe.app;
  const publisher = await newPublisher(loupe);
  const { page } = await publisher.print(await renderMagazinePage(1));
  const place = { positionXPercent: 10, positionYPercent: 10, widthPercent: 50, heightPercent: 40 };
  await services.zones.create(publisher.editor, { imageId: page.id, name: 'Recipe', ...place });
  const before = await kept();
  expect(before).toHaveLength(2);
  await services.database.transaction(async ({ em }) => {
    await em.execute('delete from reference_picture');
  });
  expect(await services.olderPictures.make(() => true)).toBe(2);
  const after = await kept();
  expect(after.map(({ key }) => key)).toEqual(before.map(({ key }) => key));
  for (const [at, { bytes }] of after.entries()) expect(bytes / (before[at]?.bytes ?? 1)).toBeCloseTo(1, 0);
  expect(await services.olderPictures.make(() => true)).toBe(0);
});

it('get them by a start, whose work beside the requests all succeeds', async () => {
  const before = await kept();
  expect(before).toHaveLength(2);
  await loupe.app.services.database.transaction(async ({ em }) => {
    await em.execute('delete from reference_picture');
  });
  loupe = await loupe.restart();
  const names = () => loupe.app.services.background.outcomes.map(({ name }) => name).sort();
  await expect.poll(async () => (await kept()).map(({ key }) => key)).toEqual(before.map(({ key }) => key));
  await expect.poll(names).toEqual(EVERY_WORK);
  const ready = await fetch(`${loupe.url}/health/ready`);
  expect(await ready.json()).toEqual({ status: 'ready' });
});
