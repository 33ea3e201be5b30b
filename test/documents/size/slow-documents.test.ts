/** Slow documents of one organization beside the work of another. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../kit/app.js';
import { textMember } from '../../kit/json.js';
import { newPdf } from '../../kit/files/pdfs.js';
import { jpegPicture } from '../../kit/pictures.js';
import { seed } from '../../kit/seed.js';
import type { SeededUser } from '../../kit/seed/seed-user.js';
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

async function upload(user: SeededUser, bytes: Buffer, type: string, query = ''): Promise<string> {
  const form = new FormData();
  const place = { Name: 'Document', DefaultLanguage: 'en-US', ParentId: user.organizationId };
  form.append('document', JSON.stringify(place));
  form.append('file', new Blob([new Uint8Array(bytes)], { type }), 'file');
  return textMember(await user.send('POST', `/api/Documents${query}`, { form }), 'Id');
}

test('three slow PDFs of one organization do not keep pictures of another waiting', async () => {
  const greedy = await (await seed(loupe).organization()).user();
  const other = await (await seed(loupe).organization()).user();
  const pdf = await newPdf([1, 2]);
  const slow = [];
  for (let at = 0; at < 3; at += 1) slow.push(await upload(greedy, pdf, 'application/pdf'));
  await expect.poll(() => pdfs.held, { timeout: 20_000 }).toBe(2);
  const picture = await upload(other, await jpegPicture(7), 'image/jpeg', '?async=false');
  expect(await other.send('GET', `/api/Documents/${picture}`)).toMatchObject({
    Processing: 'Ready',
    Pages: 1,
  });
  expect(pdfs.held).toBe(2);
  pdfs.release();
  for (const id of slow) {
    const state = async () => greedy.send('GET', `/api/Documents/${id}`);
    await expect.poll(state, { timeout: 20_000 }).toMatchObject({ Processing: 'Ready', Pages: 2 });
  }
});
