import { describe, expect, it } from 'vitest';
import { useTestApp } from '../kit/use-app.js';
import { seed } from '../kit/seed.js';
import { engineAt } from './engine-calls.js';

const loupe = useTestApp();

const newEngine = async () => engineAt(loupe, await (await seed(loupe).organization()).application());

describe('how often a reference is recognized', () => {
  it('counts answers of searches by pictures, on through a new picture, and begins again with the id', async () => {
    const engine = await newEngine();
    for (const at of [1, 2]) await engine.add(`p${at}`, at);
    for (const image of [1, 1, 2, 3]) await engine.search({}, image);
    await engine.search({ imageId: 'p1' });
    const countOf = async (id: string) => (await engine.send('GET', `references/${id}`)).body;
    expect(await countOf('p1')).toMatchObject({ recognitionCount: 2 });
    expect((await countOf('p1'))['dateRecognized']).toMatch(/^\d{4}-/);
    expect((await engine.send('GET', 'references')).body['items']).toMatchObject([
      { id: 'p1', recognitionCount: 2 },
      { id: 'p2', recognitionCount: 1 },
    ]);
    expect((await engine.add('p1', 5)).body).toMatchObject({ recognitionCount: 2 });
    await engine.search({}, 5);
    expect(await countOf('p1')).toMatchObject({ recognitionCount: 3 });
    await engine.send('POST', 'deletions', { imageIds: ['p1'] });
    await engine.add('p1', 1);
    expect(await countOf('p1')).toMatchObject({ recognitionCount: 0, dateRecognized: null });
  });
});

describe('the report of duplicates', () => {
  it('names references that are nearly the same picture, page after page', async () => {
    const engine = await newEngine();
    for (const [id, image] of [
      ['a', 1],
      ['b', 2],
      ['a again', 1],
      ['c', 3],
    ] as const)
      await engine.add(id, image);
    const whole = await engine.send('GET', 'duplicates');
    expect(whole.body).toMatchObject({
      items: [
        { reference: { id: 'a' }, nearDuplicates: [{ id: 'a again' }] },
        { reference: { id: 'a again' }, nearDuplicates: [{ id: 'a' }] },
      ],
      checked: 4,
      pageInfo: { hasNextPage: false },
    });
    const pages = [];
    for (let after = '', isMore = true; isMore;) {
      const { body } = await engine.send('GET', `duplicates?first=2${after}`);
      const { endCursor, hasNextPage } = body['pageInfo'] as { endCursor: string; hasNextPage: boolean };
      pages.push((body['items'] as readonly unknown[]).length);
      after = `&after=${endCursor}`;
      isMore = hasNextPage;
    }
    expect(pages).toEqual([1, 1]);
    for (const query of ['first=0', 'first=101', 'first=x', 'after=x'])
      expect((await engine.send('GET', `duplicates?${query}`)).status).toBe(400);
  });
});
