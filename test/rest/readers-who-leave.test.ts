/** Readers who hang up, and readers who come while recognition has all it can take. */
import { once } from 'node:events';
import { setImmediate as immediate } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { useTestApp } from '../kit/use-app.js';
import { textMember } from '../kit/json.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';
import type { SeededDocument, SeededUser } from '../kit/seed/seed-user.js';
import { WatchedVision } from '../kit/engine/watched-vision.js';
import { makePicture, withAnotherPixel } from '../kit/files/rasters.js';
import { deviceHeaders } from './support/scans.js';

const QUEUE_LIMIT = 8;

let vision: WatchedVision;
let user: SeededUser;
let document: SeededDocument;
let pictureId: string;
let headers: Record<string, string>;
let photo: Buffer;

const loupe = useTestApp({
  isAlone: true,
  environment: { LOUPE_VISION_THREADS: '1', LOUPE_VISION_QUEUE: String(QUEUE_LIMIT) },
  openVision: (options) => (vision = new WatchedVision(options)),
});

beforeAll(async () => {
  const organization = await seed(loupe).organization();
  headers = { ApiKey: organization.apiKey, ...deviceHeaders };
  user = await organization.user();
  photo = await jpegPicture(71, 320, 240);
  document = await (await user.folder()).document(photo);
  const form = withPhoto(
    { picture: { Name: 'Tart', OrganizationId: organization.id } },
    await jpegPicture(72),
  );
  pictureId = textMember(await user.send('POST', '/api/Pictures', { form }), 'Id');
});

function withPhoto(parts: Readonly<Record<string, object>>, file: Buffer | null = photo): FormData {
  const form = new FormData();
  for (const [name, part] of Object.entries(parts)) form.append(name, JSON.stringify(part));
  if (file !== null) form.append('file', new Blob([new Uint8Array(file)], { type: 'image/jpeg' }), 'a.jpg');
  return form;
}

function operation(query: string, variables: object = {}): FormData {
  const form = new FormData();
  form.append('operations', JSON.stringify({ query, variables: { ...variables, photo: null } }));
  form.append('map', JSON.stringify({ 0: ['variables.photo'] }));
  form.append('0', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'a.jpg');
  return form;
}

const send = (path: string, body: FormData | string, signal?: AbortSignal) =>
  fetch(`${loupe.url}${path}`, {
    method: 'POST',
    headers: { ...headers, ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}) },
    body,
    signal: signal ?? null,
  });
const scan = (signal?: AbortSignal) => send('/api/EnrichedImages', withPhoto({ query: {} }), signal);
const matchCount = async () =>
  ((await user.send('GET', `/api/matches?documentId=${document.id}`)) as unknown[]).length;

const searchPictures = `mutation ($photo: Upload!, $by: PictureSearchBy) {
  searchPictures(input: { photo: $photo, by: $by }) { __typename }
}`;
const searches: Readonly<Record<string, (signal: AbortSignal) => Promise<Response>>> = {
  'scan over REST': scan,
  'search of pictures over REST': (signal) => send('/api/Pictures/Search', withPhoto({ query: {} }), signal),
  'search by the colors of a photo over REST': (signal) =>
    send('/api/Pictures/Search', withPhoto({ query: { SearchBy: 'Color' } }), signal),
  'search by the colors of a picture over REST': (signal) =>
    send('/api/Pictures/Search', withPhoto({ query: { ColorOf: pictureId } }, null), signal),
  'scan over GraphQL': (signal) =>
    send(
      '/graphql',
      operation(
        'mutation ($photo: Upload!) { recognize(input: { photo: $photo, languageCode: "en-US" }) { __typename } }',
      ),
      signal,
    ),
  'search of pictures over GraphQL': (signal) => send('/graphql', operation(searchPictures), signal),
  'search by the colors of a photo over GraphQL': (signal) =>
    send('/graphql', operation(searchPictures, { by: 'COLOR' }), signal),
  'search by the colors of a picture over GraphQL': (signal) =>
    send(
      '/graphql',
      JSON.stringify({ query: `{ picturesOfLikeColor(pictureId: "${pictureId}") { sessionId } }` }),
      signal,
    ),
};

test.each(Object.keys(searches))('the work of a %s ends when the reader hangs up', async (name) => {
  const matches = await matchCount();
  const ended = vision.endings.length;
  const reader = new AbortController();
  const givenUp = new Promise<void>((resolve) =>
    vision.onNextSearch(async (signal) => {
      reader.abort();
      if (signal !== undefined && !signal.aborted) await once(signal, 'abort');
      resolve();
    }),
  );
  const answer = await searches[name]!(reader.signal).then((r) => r.text(), String);
  expect(answer).toContain('AbortError');
  await givenUp;
  while (vision.endings.length === ended) await immediate();
  expect(vision.endings.slice(ended)).toEqual(['ABORTED']);
  expect(await matchCount()).toBe(matches);
});

test('a scan that finds no room is refused with 503 and when to come back, is not recorded, and the next one works', async () => {
  const matches = await matchCount();
  const gate = new AbortController();
  const large = makePicture(73, 1600, 1200, 900);
  const fill = () => vision.compareFinely(large, withAnotherPixel(large), gate.signal).catch(() => null);
  const filling: Promise<unknown>[] = [];
  vision.onNextSearch(async () => {
    filling.push(fill());
    while (vision.waitingCount > 0) await immediate();
    for (let waiting = 0; waiting < QUEUE_LIMIT; waiting += 1) filling.push(fill());
  });
  const refused = await scan();
  gate.abort();
  await Promise.all(filling);
  while (vision.waitingCount > 0) await immediate();
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(await refused.json()).toEqual({ Message: expect.stringContaining('too much') });
  expect(vision.endings.at(-1)).toBe('QUEUE_FULL');
  expect(await matchCount()).toBe(matches);
  expect((await scan()).status).toBe(204);
  expect(await matchCount()).toBe(matches + 1);
});
