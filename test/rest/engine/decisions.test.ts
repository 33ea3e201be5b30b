/** The words of a decision, and the candidates that were not recognized. */
import { beforeAll, expect, test } from 'vitest';
import { useTestApp } from '../../kit/use-app.js';
import { jpegPicture } from '../../kit/pictures.js';
import { EngineClient } from '../support/engine-client.js';
import { weakPhoto } from '../support/weak-photo.js';

const loupe = useTestApp();
let engine: EngineClient;

beforeAll(async () => {
  engine = new EngineClient(loupe);
});

interface Judged {
  readonly id: string;
  readonly score: number;
  readonly decision: string;
}

async function judged(
  key: string,
  photo: Buffer,
  fields: Readonly<Record<string, string>>,
): Promise<Judged[]> {
  const { images = [] } = await engine.search(key, photo, fields);
  return images.map(({ id, score, result_info }) => {
    const { decision, distance } = JSON.parse(result_info) as { decision: string; distance: number };
    expect(distance).toBe(score);
    return { id, score, decision };
  });
}

const families = [
  ['mobile', 'Rejection due to geometric test'],
  ['brand', 'Rejection due to geometric test'],
  ['media', 'Similar'],
] as const;

test.each(families)(
  'a %s application lists what it refused, in its own words, when asked',
  async (kind, word) => {
    const key = await engine.newApplication(kind);
    await engine.add(key, 'weak', await jpegPicture(65));
    const photo = await weakPhoto(65);
    expect(await judged(key, photo, { threshold: '1' })).toEqual([]);
    const [refused] = await judged(key, photo, { threshold: '1', include_rejected: 'true' });
    expect(refused).toMatchObject({ id: 'weak', decision: word });
    const answer = await engine.search(key, photo, { threshold: '1', include_rejected: 'true' });
    expect(answer.nb_results_found).toBe(1);
  },
);

test('recognized references come before refused ones, and pages hold both', async () => {
  const key = await engine.newApplication('media');
  const photo = await weakPhoto(65);
  for (const id of ['a', 'b', 'c']) await engine.add(key, id, await jpegPicture(65));
  await engine.add(key, 'same', photo);
  const all = await judged(key, photo, { threshold: '1', include_rejected: 'true' });
  expect(all[0]).toMatchObject({ id: 'same', decision: 'Clone' });
  expect(all.slice(1).every(({ decision }) => ['Similar', 'Different'].includes(decision))).toBe(true);
  const page = { threshold: '1', include_rejected: 'true', starting_index: '1', nb_results: '1' };
  expect(await judged(key, photo, page)).toEqual(all.slice(1, 2));
});

test('the threshold decides, and changes no score', async () => {
  const key = await engine.newApplication('media');
  await engine.add(key, 'weak', await jpegPicture(65));
  const photo = await weakPhoto(65);
  const scores = new Map<number, Set<string>>();
  for (const threshold of ['0', '0.25', '0.5', '0.75', '1']) {
    const [image] = await judged(key, photo, { threshold, include_rejected: 'true' });
    const words = scores.get(image?.score ?? -1) ?? new Set();
    scores.set(image?.score ?? -1, words.add(image?.decision ?? ''));
  }
  expect(scores.size).toBe(1);
  expect([...scores.values()].map((words) => [...words])).toEqual([['Match', 'Similar']]);
});
