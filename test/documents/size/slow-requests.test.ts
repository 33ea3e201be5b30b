/** Slow PDFs that requests of one organization wait for, beside the requests of another. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../kit/app.js';
import { newPdf } from '../../kit/files/pdfs.js';
import { jpegPicture } from '../../kit/pictures.js';
import { seed } from '../../kit/seed.js';
import type { SeededDocument } from '../../kit/seed/seed-user.js';
import { SlowPdfs } from '../../kit/files/slow-pdfs.js';

const pdfs = new SlowPdfs();
let loupe: TestApp;

beforeAll(async () => {
  loupe = await startTestApp({ openDecoder: pdfs.openDecoder });
});
afterAll(async () => {
  pdfs.release();
  await loupe.close();
});

async function newDocument(picture: number): Promise<SeededDocument> {
  const user = await (await seed(loupe).organization()).user();
  return (await user.folder()).document(await jpegPicture(picture), { status: 'Inactive' });
}

async function insert(document: SeededDocument, bytes: Buffer, type: string): Promise<Response> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)], { type }), 'file');
  return document.user.request('POST', `/api/documents/${document.id}/images`, { form });
}

test('slow PDFs of one organization wait for each other, and nobody else for them', async () => {
  const [greedy, other] = [await newDocument(61), await newDocument(62)];
  const pdf = await newPdf([63]);
  const ended: Response[] = [];
  const send = async () => void ended.push(await insert(greedy, pdf, 'application/pdf'));
  // One is drawn, four wait for their turn, and the others are refused.
  const sent = Array.from({ length: 12 }, send);
  await expect.poll(() => pdfs.held, { timeout: 20_000 }).toBe(1);
  await expect.poll(() => ended.map(({ status }) => status), { timeout: 20_000 }).toEqual(Array(7).fill(503));
  expect(Number(ended[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  pdfs.isSlow = false;

  expect((await insert(other, pdf, 'application/pdf')).status).toBe(201);
  expect((await insert(greedy, await jpegPicture(64), 'image/jpeg')).status).toBe(201);
  expect(pdfs.held).toBe(1);
  expect(ended).toHaveLength(7);

  pdfs.release();
  await Promise.all(sent);
  expect(ended.slice(7).map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  const images = (await other.user.send('GET', `/api/documents/${other.id}/images`)) as object[];
  expect(images).toHaveLength(2);
});
