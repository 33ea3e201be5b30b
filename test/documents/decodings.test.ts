/** How often the picture of an upload is decoded on its way to a page. */
import { expect, test } from 'vitest';
import { useTestApp } from '../kit/use-app.js';
import { Reference } from '../../src/engine/references/reference.entity.js';
import { DecodingLog, withDecodingLog } from '../kit/engine/counting-decoders.js';
import { drawPicture, jpegPicture, upload } from '../kit/pictures.js';
import { newPublisher } from '../kit/publisher.js';

const log = new DecodingLog();

const loupe = useTestApp(withDecodingLog(log));

async function create(bytes: Buffer) {
  const { documents, uploads } = loupe.app.services;
  const publisher = await newPublisher(loupe.app.services);
  const input = {
    parentId: publisher.organization.id,
    name: 'Issue 1',
    defaultLanguage: 'en-US',
    status: 'Active',
  };
  log.watch(bytes);
  const { id } = await documents.create(publisher.viewer, input, await upload(uploads, bytes), {
    waitForImages: true,
  });
  return { id, publisher };
}

test('a new document decodes its JPEG once to judge and sign it, and once to show it', async () => {
  await create(await jpegPicture(31));
  expect(log.entries).toEqual(['extract', 'jpeg']);
});

test('a new document decodes another kind of picture as often', async () => {
  await create(await drawPicture(32).png().toBuffer());
  expect(log.entries).toEqual(['raster', 'jpeg']);
});

test('a JPEG that only the general decoder can judge is decoded no more often', async () => {
  await create(await drawPicture(33).toColourspace('cmyk').jpeg().toBuffer());
  // The first attempt ends with the header.
  expect(log.entries).toEqual(['extract', 'raster', 'jpeg']);
});

test('a file that replaces another is decoded no more often', async () => {
  const { id, publisher } = await create(await jpegPicture(34));
  const { documents, uploads } = loupe.app.services;
  const bytes = await jpegPicture(35);
  log.watch(bytes);
  await documents.replaceFile(publisher.viewer, id, await upload(uploads, bytes), { waitForImages: true });
  expect(log.entries).toEqual(['extract', 'jpeg']);
});

test('the signature that was kept is that of the picture', async () => {
  const bytes = await jpegPicture(36);
  const { id, publisher } = await create(bytes);
  const { documents, database, imageDecoder, vision } = loupe.app.services;
  const [page] = await documents.images(publisher.viewer, id);
  const { dna } = await vision.extract(imageDecoder.picture(bytes), 'reference');
  const stored = await database.reader().findOneOrFail(Reference, { externalId: page?.id ?? '' });
  expect(Buffer.from(stored.dna ?? []).equals(dna)).toBe(true);
});
