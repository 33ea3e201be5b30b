/** Pages that were published before pictures were kept for their content. */
import { expect, it } from 'vitest';
import { readRows } from '../../src/db/rows.js';
import { useTestApp } from '../kit/use-app.js';
import { newPublisher } from '../recognition/publisher.js';
import { renderMagazinePage } from '../../demo/print/magazine.js';

const loupe = useTestApp();

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
