/** The engine's own surface knows keys of applications only: no key, a wrong one and another tenant's open nothing. */
import { beforeAll, expect, test } from 'vitest';
import { engineOperations } from '../../src/rest/engine-v2/register.js';
import { useTestApp } from '../kit/use-app.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed, type SeededApplication } from '../kit/seed.js';
import { canary } from './target.js';

const loupe = useTestApp();
let own: SeededApplication;
let foreign: SeededApplication;
let picture: Buffer;

interface Answer {
  readonly status: { readonly code: number };
}

beforeAll(async () => {
  own = await (await seed(loupe).organization()).application();
  foreign = await (await seed(loupe).organization()).application();
  picture = await jpegPicture(90);
  const added = await call('modify', 'AddImage', own.key, { keywords: canary() });
  expect(added.answer.status.code).toBe(0);
});

async function call(
  family: 'modify' | 'query',
  name: string,
  key: string | null,
  more: Readonly<Record<string, string>> = {},
): Promise<{ text: string; answer: Answer }> {
  const form = new FormData();
  if (key !== null) form.set('application_key', key);
  const parameters = { image_id: `${canary()}-id`, keywords: 'none', colors: '255,0,0-50', ...more };
  for (const [parameter, value] of Object.entries(parameters)) form.set(parameter, value);
  form.set('image_content', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'picture.jpg');
  const url = `${loupe.url}/api/v2.0/engine${family}/json/${name}`;
  const text = await (await fetch(url, { method: 'POST', body: form })).text();
  return { text, answer: JSON.parse(text) as Answer };
}

const calls = engineOperations.flatMap(({ name, families }) =>
  families.map((family) => [family, name] as const),
);

test.each(calls)(
  '%s %s opens nothing without a key, with a wrong one, or to another tenant',
  async (family, name) => {
    for (const key of [null, 'f'.repeat(32)]) {
      const { answer, text } = await call(family, name, key);
      expect(answer.status.code, text).toBeLessThan(0);
      expect(text).not.toContain(canary());
    }
    const { text } = await call(family, name, foreign.key, family === 'modify' ? { keywords: 'x' } : {});
    expect(text.replaceAll(`${canary()}-id`, '')).not.toContain(canary());
  },
);

test('what strangers tried has changed nothing for the owner', async () => {
  const { text, answer } = await call('query', 'GetImageById', own.key);
  expect(answer.status.code, text).toBe(0);
  expect(text).toContain(canary());
});
