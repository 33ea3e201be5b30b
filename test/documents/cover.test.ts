import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { useTestApp } from '../kit/use-app.js';
import { type BlobCounter, countBlobs } from '../kit/files/blobs.js';
import { newPdf } from '../kit/files/pdfs.js';
import { jpegPicture, upload } from '../kit/pictures.js';
import { newPublisher } from '../kit/publisher.js';

const loupe = useTestApp();
let blobs: BlobCounter;

beforeAll(async () => {
  blobs = countBlobs(loupe.folder);
});

/** A picture in 24 × 18 gray values. */
async function look(bytes: Buffer): Promise<Buffer> {
  return sharp(bytes).resize(24, 18, { fit: 'fill' }).grayscale().raw().toBuffer();
}

/** Mean difference of gray values. */
function difference(one: Buffer, other: Buffer): number {
  return one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;
}

test('a cover shows the first page, also after pages change places or the file is replaced', async () => {
  const publisher = await newPublisher(loupe.app.services);
  const { documents, images, uploads, fileStore } = loupe.app.services;
  const before = await blobs();
  const input = {
    parentId: publisher.organization.id,
    name: 'Issue 1',
    defaultLanguage: 'en-US',
    status: 'Active',
  };
  const pages = await upload(uploads, await newPdf([57, 58]), 'issue.pdf');
  const { id } = await documents.create(publisher.viewer, input, pages, { waitForImages: true });
  const [first, second] = await documents.images(publisher.viewer, id);
  const coverLook = async () => {
    const { coverFileId } = await documents.get(publisher.viewer, id);
    return look(await fileStore.read({ id: coverFileId ?? '' }));
  };
  const looks = await Promise.all([57, 58, 59].map(async (seed) => look(await jpegPicture(seed))));
  const shown = async () => {
    const cover = await coverLook();
    const differences = looks.map((each) => difference(each, cover));
    return 57 + differences.indexOf(Math.min(...differences));
  };
  expect(await shown()).toBe(57);
  await images.patch(publisher.viewer, second?.id ?? '', { order: 1 });
  expect(await shown()).toBe(58);
  await images.patch(publisher.viewer, second?.id ?? '', { order: 2 });
  expect(await shown()).toBe(57);
  await images.patch(publisher.viewer, first?.id ?? '', { order: 2 });
  const file = await upload(uploads, await newPdf([59]));
  await documents.replaceFile(publisher.viewer, id, file, { waitForImages: true });
  expect(await shown()).toBe(59);
  await documents.delete(publisher.viewer, id);
  await loupe.app.services.trash.empty(publisher.viewer, publisher.organization.id);
  expect(await blobs()).toBe(before);
});
