/** Verification of a database that several servers work on: what they change meanwhile differs from nothing. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { operator } from '../../src/access/viewer.js';
import { startTestApp, type TestApp } from '../kit/app.js';
import { jpegPicture } from '../kit/pictures.js';
import { migratedPostgresDatabase } from '../kit/servers/postgres.js';
import { newPublisher } from '../kit/publisher.js';

let loupe: TestApp;

beforeAll(async () => {
  loupe = await startTestApp({ environment: { LOUPE_DATABASE_URL: await migratedPostgresDatabase() } });
});
afterAll(() => loupe.close());

it('sees one moment of the data when somebody adds to it meanwhile', async () => {
  const { database, documents, images, uploads, verification, zones } = loupe.app.services;
  const { organization, viewer } = await newPublisher(loupe.app.services);
  const { id } = await documents.create(
    viewer,
    { parentId: organization.id, name: 'Document', defaultLanguage: 'en-US', status: 'Active' },
    await uploads.receiveBytes(await jpegPicture(511, 240, 180), { maxBytes: 10_000_000 }),
    { waitForImages: true },
  );
  const [page] = await documents.images(viewer, id);
  const imageId = (await images.get(viewer, page?.id ?? '')).id;

  const isHeldUp = async () =>
    (await database.reader().execute('select 1 from pg_locks where not granted')).length > 0;
  const verifying = await database.transaction(async ({ em }) => {
    // It has read the tree when it asks for the transfers.
    await em.execute('lock table credit_transfer in access exclusive mode');
    const begun = { report: verification.verify(operator) };
    await expect.poll(isHeldUp).toBe(true);
    await zones.create(viewer, {
      imageId,
      positionXPercent: 10,
      positionYPercent: 10,
      widthPercent: 60,
      heightPercent: 70,
    });
    return begun;
  });
  const { elements, differences } = await verifying.report;
  expect(differences).toEqual([]);
  expect((await verification.verify(operator)).elements).toBe(elements + 1);
});
