/** More readers than recognition can serve at once. */
import { beforeAll, expect, test } from 'vitest';
import { useTestApp } from '../kit/use-app.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import type { SeededDocument, SeededUser } from '../kit/seed/seed-user.js';

const loupe = useTestApp({ environment: { LOUPE_VISION_THREADS: '1', LOUPE_VISION_QUEUE: '2' } });
let organization: SeededOrganization;
let user: SeededUser;
let document: SeededDocument;
let photo: Buffer;

beforeAll(async () => {
  organization = await seed(loupe).organization();
  user = await organization.user();
  photo = await jpegPicture(61, 1200, 900);
  document = await (await user.folder()).document(photo);
});

async function scan(): Promise<Response> {
  const form = new FormData();
  form.append('query', '{}');
  form.append('file', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'photo.jpg');
  return fetch(`${loupe.url}/api/EnrichedImages`, {
    method: 'POST',
    headers: {
      ApiKey: organization.apiKey,
      ApplicationName: 'Test',
      ApplicationVersion: '1',
      DeviceName: 'Phone',
      DeviceSystemVersion: '1',
      SdkVersion: '1',
    },
    body: form,
  });
}

const matchCount = async () =>
  ((await user.send('GET', `/api/matches?documentId=${document.id}`)) as unknown[]).length;

test('scans beyond what may wait are refused with 503 and when to come back; the others are answered', async () => {
  const answers = await Promise.all(Array.from({ length: 24 }, () => scan()));
  const served = answers.filter(({ status }) => status === 204);
  const refused = answers.filter(({ status }) => status === 503);
  expect(served.length + refused.length).toBe(24);
  expect(served.length).toBeGreaterThan(0);
  for (const answer of refused) {
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await answer.json()).toEqual({ Message: expect.stringContaining('too much') });
  }
  expect(await matchCount()).toBe(served.length);
  expect((await scan()).status).toBe(204);
});
