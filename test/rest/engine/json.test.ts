/** Calls of the engine whose parameters are one JSON object. */
import { beforeAll, expect, test } from 'vitest';
import { useTestApp } from '../../kit/use-app.js';
import { jpegPicture } from '../../kit/pictures.js';
import { EngineClient } from '../support/engine-client.js';

const loupe = useTestApp();
let engine: EngineClient;

beforeAll(async () => {
  engine = new EngineClient(loupe);
});

const call = async (address: string, body: unknown, type = 'application/json') =>
  engine.call(`/api/v2.0/${address}`, {
    method: 'POST',
    headers: { 'Content-Type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

test('are understood: texts, numbers, lists, and pictures in base64 or as a data address', async () => {
  const application_key = await engine.newApplication();
  const image_content = (await jpegPicture(3)).toString('base64');
  const added = await call('enginemodify/json/AddImage', {
    application_key,
    image_id: 7,
    keywords: ['red', 'blue'],
    image_content,
    dna: null,
  });
  expect(added.status.code).toBe(0);
  const photo = { application_key, image_content: `data:image/jpeg;base64,${image_content}`, nb_results: 5 };
  const found = await call('enginequery/json/SearchImageByUpload', photo, 'application/json; charset=utf-8');
  expect(found).toMatchObject({ nb_results_found: 1, images: [{ id: '7', keywords: ['red', 'blue'] }] });
  const listed = await call('enginequery/json/SearchImageByKeywords', { application_key, keywords: 'red' });
  expect(listed.nb_results_found).toBe(1);
});

test('may be a form in spite of the declared type', async () => {
  const application_key = await engine.newApplication();
  const body = new URLSearchParams({ application_key }).toString();
  const status = await call('enginequery/json/GetApplicationStatus', body);
  expect(status).toEqual({ status: { code: 0, message: 'No error' }, nb_loaded_images: 0 });
});

test('are refused by name where they are not', async () => {
  const application_key = await engine.newApplication();
  const image = { application_key, image_id: 'a' };
  for (const [body, code, message] of [
    ['{"application_key":', -2004, 'not JSON'],
    ['[1]', -2004, 'one object'],
    ['', -2003, 'application_key'],
    [{ ...image, image_content: '<jpeg>' }, -2004, 'image_content: must be base64'],
    [{ ...image, image_content: 'bm8gcGljdHVyZQ==' }, -1001, 'not a picture'],
    [{ ...image, keywords: [{ a: 1 }] }, -2004, 'keywords: must be'],
    [{ application_key, image_content: 'AAAA' }, -2003, 'image_id'],
  ] as const) {
    const { status } = await call('enginemodify/json/AddImage', body);
    expect(status).toEqual({ code, message: expect.stringContaining(message) });
  }
});
