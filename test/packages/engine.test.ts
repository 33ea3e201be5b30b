/** The engine as a package of its own: references by id, pictures as files or pixels, errors by code. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Engine, EngineError, type EngineErrorCode, type Pixels } from '../../packages/engine/src/index.js';
import { sharp } from '../../src/media/sharp.js';
import { jpegPicture } from '../kit/pictures.js';

let engine: Engine;
let folder: string;
const pictures: Buffer[] = [];

beforeAll(async () => {
  engine = new Engine({ threads: 2 });
  folder = await mkdtemp(join(tmpdir(), 'loupe-engine-'));
  for (const seed of [1, 2, 3]) pictures.push(await jpegPicture(seed));
});
afterAll(async () => {
  engine.close();
  await rm(folder, { recursive: true, force: true });
});

const picture = (at: number): Buffer => pictures[at] ?? Buffer.alloc(0);

async function pixelsOf(file: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: 3 };
}

async function codeOf(failing: Promise<unknown>): Promise<EngineErrorCode | null> {
  return failing.then(
    () => null,
    (error: unknown) => (error instanceof EngineError ? error.code : null),
  );
}

describe('an index', () => {
  test('finds a reference by its id, and no more once it is removed', async () => {
    const index = engine.createIndex();
    const { grade, isRecognizable } = await index.add('one', picture(0));
    await index.add('two', picture(1));
    expect(isRecognizable && grade.value).toBeGreaterThan(2);
    const { hits } = await index.search(picture(0));
    expect(hits[0]).toMatchObject({ id: 'one', decision: 'Clone' });
    expect([await index.remove('one'), await index.remove('one')]).toEqual([true, false]);
    expect((await index.search(picture(0))).hits.map(({ id }) => id)).not.toContain('one');
    expect([index.size, index.has('one'), index.list()]).toEqual([1, false, ['two']]);
    index.close();
  });

  test('holds one reference an id: adding again replaces', async () => {
    const index = engine.createIndex();
    await index.add('one', picture(0));
    await index.add('one', picture(1));
    expect(index.size).toBe(1);
    expect((await index.search(picture(1))).hits[0]).toMatchObject({ id: 'one', decision: 'Clone' });
    index.close();
  });

  test('answers files of all kinds, pixels and kept signatures alike', async () => {
    const index = engine.createIndex();
    await index.add('one', await engine.extract(picture(0)));
    const png = await sharp(picture(0)).png().toBuffer();
    const given = [
      png,
      new Uint8Array(png),
      await pixelsOf(picture(0)),
      await engine.extract(picture(0), 'query'),
    ];
    for (const query of given)
      expect((await index.search(query)).hits[0]).toMatchObject({ id: 'one', decision: 'Clone' });
    index.close();
  });

  test('restricts a search to keywords', async () => {
    const index = engine.createIndex();
    await index.add('one', picture(0), { keywords: ['spring'] });
    const found = async (keywords: string[]) => (await index.search(picture(0), { keywords })).hits.length;
    expect([await found(['spring']), await found(['autumn'])]).toEqual([1, 0]);
    index.close();
  });

  test('is saved, opened, changed and saved again', async () => {
    const place = join(folder, 'saved');
    const index = engine.createIndex();
    const odd = ['2', '1', '__proto__', 'Größe/ä 📚'];
    for (const [at, id] of odd.entries()) await index.add(id, picture(at % 3));
    await index.save(place);
    const opened = await engine.openIndex(place);
    expect(opened.list()).toEqual(odd);
    await opened.remove('2');
    await opened.add('new', picture(2));
    await opened.save(place);
    const again = await engine.openIndex(place);
    expect(again.list()).toEqual(['1', '__proto__', 'Größe/ä 📚', 'new']);
    expect((await again.search(picture(1))).hits[0]?.id).toBe('1');
    expect((await readdir(place)).filter((name) => name.startsWith('ids-'))).toHaveLength(1);
    for (const each of [index, opened, again]) each.close();
  });

  test('that is not there, or whose ids are damaged, is not opened', async () => {
    expect(await codeOf(engine.openIndex(join(folder, 'nowhere')))).toBe('SNAPSHOT_CORRUPT');
    const place = join(folder, 'damaged');
    const index = engine.createIndex();
    await index.add('one', picture(0));
    await index.save(place);
    for (const text of ['', '[]', '{"one":1}', '[["one"]]', '[[1,1]]']) {
      await writeFile(join(place, 'ids-1.json'), text);
      expect(await codeOf(engine.openIndex(place)), text).toBe('SNAPSHOT_CORRUPT');
    }
    index.close();
  });
});

test('two pictures are compared by points, finely, by color and by looks', async () => {
  const changed = await sharp(picture(0))
    .composite([
      {
        input: { create: { width: 60, height: 40, channels: 3, background: '#c00' } },
        left: 80,
        top: 90,
      },
    ])
    .jpeg({ quality: 95 })
    .toBuffer();
  const explained = await engine.explain(changed, picture(0));
  expect(['Clone', 'Match']).toContain(explained.decision);
  expect(explained.points.length).toBeGreaterThan(20);
  expect((await engine.compare(picture(1), picture(0))).decision).toBe('Different');
  expect((await engine.fineComparison(picture(0), picture(0))).score).toBe(0);
  const { differences, highlightedQuery } = await engine.highlightDifferences(picture(0), changed);
  expect(differences.length).toBeGreaterThan(0);
  expect(highlightedQuery.channels).toBe(3);
  const colors = await engine.colors(picture(0));
  expect(colors.reduce((sum, { percentage }) => sum + percentage, 0)).toBe(100);
  const { distance } = await engine.similarity(picture(0), changed);
  expect((await engine.similarity(picture(0), picture(1))).distance).toBeGreaterThan(distance);
  expect(await engine.decode(picture(0), 100)).toMatchObject({ channels: 3 });
});

test.each<[string, () => Promise<unknown>, EngineErrorCode]>([
  ['text', () => engine.extract(Buffer.from('no picture')), 'INVALID_IMAGE'],
  ['nothing', () => engine.extract(Buffer.alloc(0)), 'INVALID_IMAGE'],
  ['half a JPEG', () => engine.extract(picture(0).subarray(0, 900)), 'INVALID_IMAGE'],
  [
    'too few pixels',
    () => engine.extract({ data: Buffer.alloc(5), width: 2, height: 2, channels: 3 }),
    'INVALID_ARGUMENT',
  ],
  ['no id', () => engine.createIndex().add('', picture(0)), 'INVALID_ARGUMENT'],
  ['no hits wanted', () => engine.createIndex().search(picture(0), { limit: 0 }), 'INVALID_ARGUMENT'],
  [
    'a threshold out of range',
    () => engine.compare(picture(0), picture(1), { threshold: 2 }),
    'INVALID_ARGUMENT',
  ],
  [
    'what was aborted before',
    () => engine.extract(picture(0), 'query', { signal: AbortSignal.abort() }),
    'ABORTED',
  ],
  ['other pictures', () => engine.fineComparison(picture(0), picture(1)), 'IMAGES_DO_NOT_MATCH'],
])('%s is refused with a code', async (_what, fail, code) => {
  expect(await codeOf(fail())).toBe(code);
});

test('a closed engine refuses', async () => {
  const closed = new Engine({ threads: 1 });
  closed.close();
  expect(await codeOf(closed.extract(picture(0)))).toBe('CLOSED');
});
