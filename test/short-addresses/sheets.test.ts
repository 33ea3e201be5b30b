/** Codes of short addresses are read from print, and lead where their address does. */
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { paintedPage } from './painted-page.js';
import { simulatePhoto } from '../../packages/bench/simulation/photo-simulator.js';
import { readCodes } from '../../src/media/codes/code-reader.js';
import { qrPng, qrSvg } from '../../src/short-addresses/qr-code.js';
import { chosenCode, isHarmless, newCode } from '../../src/short-addresses/short-code.js';
import { useTestApp } from '../kit/use-app.js';
import { newPublisher, type TestPublisher } from '../recognition/publisher.js';

const loupe = useTestApp();
const URL_OF_CODE = 'https://go.lisiere.example/s/k7mxq4r';

const codesIn = async (picture: Buffer) => {
  const { data, info } = await sharp(picture)
    .flatten({ background: '#fff' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const codes = await readCodes({ data, width: info.width, height: info.height });
  return codes.map(({ text }) => text);
};

describe('a QR code', () => {
  it('is read as drawing, as picture, and from a photo of it', async () => {
    expect(qrSvg(URL_OF_CODE)).toMatch(/^<svg [^>]*viewBox="0 0 (\d+) \1".*<path d="M[^"]+"\/><\/svg>$/);
    const png = await qrPng(URL_OF_CODE, 500);
    expect((await sharp(png).metadata()).width).toBeGreaterThanOrEqual(500);
    expect(await codesIn(png)).toEqual([URL_OF_CODE]);
    const photo = await simulatePhoto(png, { strength: 'easy', seed: 7 });
    expect(await codesIn(photo.jpeg)).toEqual([URL_OF_CODE]);
  });
});

describe('a sheet', () => {
  let publisher: TestPublisher;
  let documentId: string;
  let pageId: string;

  beforeAll(async () => {
    publisher = await newPublisher(loupe);
    const { document, page } = await publisher.print(await paintedPage(), 'Été & 夏');
    documentId = document.id;
    pageId = page.id;
  });

  it('holds the code of each address, which lead to their targets', async () => {
    const { shortAddresses, shortAddressSheets } = publisher.services;
    const { id } = await publisher.addLink(pageId, 'plants');
    for (const given of [{ elementId: documentId }, { elementId: pageId }, { actionId: id }])
      await shortAddresses.create(publisher.editor, given, []);
    const { fileName, content } = await shortAddressSheets.make(
      publisher.editor,
      documentId,
      'fr',
      ({ code }) => `${loupe.url}/s/${code}`,
    );
    expect(fileName).toBe('Été  夏.pdf');
    const folder = await publisher.services.folders.create(publisher.editor, {
      parentId: publisher.organization.id,
      name: 'Sheets',
    });
    const file = await publisher.services.uploads.receiveBytes(content, {
      maxBytes: 9_000_000,
      originalName: 'sheet.pdf',
    });
    const sheet = await publisher.services.documents.create(
      publisher.editor,
      { parentId: folder.id, name: 'Sheet', defaultLanguage: 'fr-FR' },
      file,
      { waitForImages: true },
    );
    const [printed] = await publisher.services.documents.images(publisher.editor, sheet.id);
    const thumbnail = printed?.bigThumbnailFileId ?? '';
    const response = await fetch(`${loupe.url}/files/${publisher.services.files.addressOf(thumbnail)}`);
    const drawn = await sharp(Buffer.from(await response.arrayBuffer()))
      .resize(2000)
      .png()
      .toBuffer();
    const codes = await codesIn(drawn);
    expect(codes).toHaveLength(3);
    // As a phone sees the printed sheet, lying on a desk.
    const { jpeg } = await simulatePhoto(drawn, { strength: 'easy', seed: 1, width: 1440, height: 1920 });
    const photographed = await codesIn(jpeg);
    expect(photographed.toSorted()).toEqual(codes.toSorted());
    const statuses = await Promise.all(
      photographed.map(async (url) => (await fetch(url, { redirect: 'manual' })).status),
    );
    expect(statuses.toSorted()).toEqual([200, 200, 302]);
  });

  it('of a document without any address says so', async () => {
    const { document } = await publisher.print(await paintedPage(), 'Empty');
    const { content } = await publisher.services.shortAddressSheets.make(
      publisher.editor,
      document.id,
      'en',
      () => '',
    );
    expect(content.subarray(0, 5).toString()).toBe('%PDF-');
  });
});

it('codes by chance are harmless, and nothing that readers would mistake', () => {
  const codes = Array.from({ length: 5000 }, newCode);
  expect(new Set(codes).size).toBe(codes.length);
  for (const code of codes) {
    expect(code).toMatch(/^[346789bcdfghjkmnpqrtwxy]{7}$/);
    expect(isHarmless(code)).toBe(true);
    expect(chosenCode(code)).toBe(code);
  }
  for (const bad of ['afckb', 'kkk3333', '3666333', 'n6gr333']) expect(isHarmless(bad), bad).toBe(false);
});
