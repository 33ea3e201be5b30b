/** The engine as a package of its own: references by id, pictures as files or pixels, errors by code. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Engine, EngineError, type EngineErrorCode, type Pixels } from '../../packages/engine/src/index.js';
import { sharp } from '../../src/media/pictures/sharp.js';
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

  test('one of whose ids is damaged opens without it and says so', async () => {
    const place = join(folder, 'one-damaged');
    const index = engine.createIndex();
    for (const [at, id] of ['one', 'two', 'three'].entries()) await index.add(id, picture(at));
    await index.save(place);
    for (const bad of ['[7,2]', '[null,2]', '["",2]', '["two"]', '["one",2]', '["two",1]', '5']) {
      await writeFile(join(place, 'ids-1.json'), `[["one",1],${bad},["three",3]]`);
      const opened = await engine.openIndex(place);
      expect([opened.list(), opened.size], bad).toEqual([['one', 'three'], 2]);
      expect(opened.warnings, bad).toEqual([expect.stringContaining('Entry 2 of the ids')]);
      expect(
        (await opened.search(picture(1))).hits.filter(({ decision }) => decision !== 'Different'),
      ).toEqual([]);
      await opened.add('two', picture(1));
      expect((await opened.search(picture(1))).hits[0]?.id).toBe('two');
      opened.close();
    }
    index.close();
  });
});

test('calls beyond the places of the queue wait for their turn', async () => {
  const busy = new Engine({ threads: 2, queueLimit: 4 });
  const index = busy.createIndex();
  await index.add('one', picture(0));
  const searches = Array.from({ length: 100 }, () => index.search(picture(0)));
  const aborted = index.search(picture(0), { signal: AbortSignal.timeout(0) });
  expect(await codeOf(aborted)).toBe('ABORTED');
  for (const { hits } of await Promise.all(searches)) expect(hits[0]?.id).toBe('one');
  busy.close();
});

test('more calls than may wait are refused, and closing refuses those that wait', async () => {
  const narrow = new Engine({ threads: 1, queueLimit: 2, waitLimit: 3 });
  const codes = await Promise.all(Array.from({ length: 8 }, () => codeOf(narrow.extract(picture(0)))));
  expect(codes.filter((code) => code === 'QUEUE_FULL')).toHaveLength(3);
  expect(codes.filter((code) => code === null)).toHaveLength(5);
  const waiting = Array.from({ length: 5 }, () => codeOf(narrow.extract(picture(0))));
  await Promise.resolve();
  narrow.close();
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['CLOSED']));
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
  const few = await engine.baseline(changed, picture(0), { maxKeypoints: 200 });
  const many = await engine.baseline(changed, picture(0));
  expect(many.inlierCount).toBeGreaterThan(20);
  expect(many.queryFromReference?.[0]).toBeCloseTo(1, 1);
  expect(few.queryKeypointCount).toBeLessThanOrEqual(200);
  expect(many.queryKeypointCount).toBeGreaterThan(few.queryKeypointCount);
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

type Refused = [string, () => Promise<unknown>, EngineErrorCode];

test.each<Refused>([
  ['text', () => engine.extract(Buffer.from('no picture')), 'INVALID_IMAGE'],
  ['nothing', () => engine.extract(Buffer.alloc(0)), 'INVALID_IMAGE'],
  ['half a JPEG', () => engine.extract(picture(0).subarray(0, 900)), 'INVALID_IMAGE'],
  [
    'too few pixels',
    () => engine.extract({ data: Buffer.alloc(5), width: 2, height: 2, channels: 3 }),
    'INVALID_ARGUMENT',
  ],
  ['no id', () => engine.createIndex().add('', picture(0)), 'INVALID_ARGUMENT'],
  ...[7, undefined, null, 7n, {}, ['a']].map((id): Refused => {
    const wrong = id as string;
    return [`the id ${inspect(id)}`, () => engine.createIndex().add(wrong, picture(0)), 'INVALID_ARGUMENT'];
  }),
  ...[
    'cover.jpg',
    undefined,
    null,
    5,
    new Blob([]),
    new ArrayBuffer(9),
    Promise.resolve(),
    {},
    { data: [] },
  ].flatMap((given): Refused[] => {
    const wrong = given as unknown as Buffer;
    const name = `a picture that is ${Object.prototype.toString.call(given)}`;
    return [
      [`${name} for add`, () => engine.createIndex().add('a', wrong), 'INVALID_ARGUMENT'],
      [`${name} for search`, () => engine.createIndex().search(wrong), 'INVALID_ARGUMENT'],
      [`${name} for compare`, () => engine.compare(picture(0), wrong), 'INVALID_ARGUMENT'],
      [`${name} for baseline`, () => engine.baseline(picture(0), wrong), 'INVALID_ARGUMENT'],
      [`${name} for colors`, () => engine.colors(wrong), 'INVALID_ARGUMENT'],
      [`${name} for fine comparison`, () => engine.fineComparison(wrong, picture(0)), 'INVALID_ARGUMENT'],
    ];
  }),
  ...[0, -1, 1.5, 100_001, Number.NaN, '500', null].map((given): Refused => {
    const maxKeypoints = given as number;
    return [
      `${JSON.stringify(given)} keypoints of the baseline`,
      () => engine.baseline(picture(0), picture(1), { maxKeypoints }),
      'INVALID_ARGUMENT',
    ];
  }),
  ...[{ treshold: 1 }, { signal: 'stop' }, null, 5, ['limit']].flatMap((given): Refused[] => {
    const wrong = given as object;
    const name = `the options ${JSON.stringify(given)}`;
    return [
      [`${name} of search`, () => engine.createIndex().search(picture(0), wrong), 'INVALID_ARGUMENT'],
      [`${name} of add`, () => engine.createIndex().add('a', picture(0), wrong), 'INVALID_ARGUMENT'],
      [`${name} of compare`, () => engine.compare(picture(0), picture(1), wrong), 'INVALID_ARGUMENT'],
      [`${name} of baseline`, () => engine.baseline(picture(0), picture(1), wrong), 'INVALID_ARGUMENT'],
      [`${name} of extract`, () => engine.extract(picture(0), 'query', wrong), 'INVALID_ARGUMENT'],
      [
        `${name} of fine comparison`,
        () => engine.fineComparison(picture(0), picture(0), wrong),
        'INVALID_ARGUMENT',
      ],
      [`${name} of openIndex`, () => engine.openIndex(folder, wrong), 'INVALID_ARGUMENT'],
      [`${name} of an engine`, async () => new Engine(wrong), 'INVALID_ARGUMENT'],
    ];
  }),
  ...[
    { sensitivity: 'glance' },
    { minDeltaE: '5' },
    { minSize: -1 },
    { ignore: [null] },
    { ignore: {} },
    { ignore: [{ left: 0.5, top: 0, width: 0.6, height: 1 }] },
  ].map((given): Refused => {
    const wrong = given as object;
    return [
      `the settings ${JSON.stringify(given)}`,
      () => engine.fineComparison(picture(0), picture(0), wrong),
      'INVALID_ARGUMENT',
    ];
  }),
  ['a folder that is a number', () => engine.openIndex(5 as unknown as string), 'INVALID_ARGUMENT'],
  [
    'a folder that is nothing',
    () => engine.createIndex().save(undefined as unknown as string),
    'INVALID_ARGUMENT',
  ],
  ['another role', () => engine.extract(picture(0), 'photo' as 'query'), 'INVALID_ARGUMENT'],
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
