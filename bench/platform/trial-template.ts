/**
 * Indexes thousands of pages of one template beside other pages, and reports whether photos of some of them are still
 * recognized as the page that they show.
 *
 *   npm run trial:template -- [--pages 20000] [--others 2000] [--asked 100]
 */
import { parseArgs } from 'node:util';

import type { RgbImage } from '../../demo/paint/rgb-image.js';
import { makePagePixels, pageKinds } from '../../demo/simulation/synthetic-set.js';
import { simulatePhoto } from '../../demo/simulation/photo-simulator.js';
import { isRecognized } from '../../src/vision/decision.js';
import { addon, type NativeIndex, VOCABULARY_PATH } from '../../src/vision/native.js';
import { decoder, searchPicture } from '../measure/session.js';
import { createProgress } from '../progress.js';
import { percentile } from '../statistics.js';
import { TemplatePages } from './template-pages.js';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '20000' },
    others: { type: 'string', default: '2000' },
    asked: { type: 'string', default: '100' },
  },
});
const counts = { pages: Number(values.pages), others: Number(values.others), asked: Number(values.asked) };
if (
  !Object.values(counts).every((count) => Number.isInteger(count) && count > 0) ||
  counts.asked > counts.pages
) {
  console.error(
    'Give whole numbers above 0, and ask for no more pages than there are: --pages 20000 --others 2000 --asked 100',
  );
  process.exit(2);
}
const PHOTO = { strength: 'medium', width: 720, height: 960 } as const;
const SEEDS_OF_OTHERS = 1_000_000;
const progress = createProgress((text) => process.stderr.write(text), process.stderr.isTTY);
const engine = new addon.Engine({ vocabularyPath: VOCABULARY_PATH, threads: 1, queueLimit: 4096 });

interface Outcome {
  readonly references: number;
  readonly right: number;
  readonly other: number;
  /** Recognized pages other than the nearest one. */
  readonly besides: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

async function dnaOf({ data, width, height }: RgbImage): Promise<Buffer> {
  const gray = Buffer.alloc(width * height);
  for (let at = 0; at < gray.length; at += 1)
    gray[at] = Math.round(
      0.299 * (data[3 * at] ?? 0) + 0.587 * (data[3 * at + 1] ?? 0) + 0.114 * (data[3 * at + 2] ?? 0),
    );
  const raster = {
    data: gray,
    width,
    height,
    channels: 1,
    originalWidth: width,
    originalHeight: height,
  } as const;
  const extraction = await engine.extract(raster, 'reference');
  if (!('dna' in extraction)) throw new RangeError('Pixels were not taken.');
  return extraction.dna;
}

async function index(
  title: string,
  target: NativeIndex,
  keys: readonly number[],
  draw: (key: number) => Promise<RgbImage> | RgbImage,
): Promise<void> {
  const bar = progress.start(title);
  for (const [rank, key] of keys.entries()) {
    await target.apply([{ key, dna: await dnaOf(await draw(key)) }]);
    if (target.needsCompaction()) await target.compact();
    bar.update(rank + 1, keys.length);
  }
  bar.stop();
}

async function ask(
  target: NativeIndex,
  references: number,
  photos: ReadonlyMap<number, Buffer>,
): Promise<Outcome> {
  const times: number[] = [];
  let [right, other, besides] = [0, 0, 0];
  for (const [key, photo] of photos) {
    const { hits, timing } = await searchPicture(engine, target, decoder.picture(photo), { limit: 10 });
    times.push(timing.cpu.searchMs);
    const recognized = hits.filter(isRecognized);
    const [best] = recognized;
    besides += Math.max(0, recognized.length - 1);
    if (best?.key === key) right += 1;
    else if (best !== undefined) other += 1;
  }
  return { references, right, other, besides, p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99) };
}

const tell = (name: string, { references, right, other, besides, p50Ms, p99Ms }: Outcome): void =>
  console.log(
    `${name}: ${right} of ${counts.asked} photos right, ${other} taken for another page, among ${references} references; ` +
      `${besides} further pages recognized; ` +
      `search ${p50Ms.toFixed(1)} ms CPU at the median, ${p99Ms.toFixed(1)} at p99`,
  );

const template = await TemplatePages.make();
const target = engine.createIndex();
const numbers = Array.from({ length: counts.pages }, (_, at) => at + 1);
const step = Math.max(1, Math.floor(counts.pages / counts.asked));
const asked = numbers.filter((number) => number % step === 0).slice(0, counts.asked);

const others = Array.from({ length: counts.others }, (_, at) => SEEDS_OF_OTHERS + at);
await index('Other pages', target, others, (seed) =>
  makePagePixels(pageKinds[seed % pageKinds.length] ?? 'manual', seed),
);
const photos = new Map<number, Buffer>();
for (const number of asked)
  photos.set(number, (await simulatePhoto(template.page(number), { ...PHOTO, seed: number })).jpeg);

// One page of the template at a time: what it has when nothing looks like it.
const alone: Outcome[] = [];
for (const number of asked) {
  await target.apply([{ key: number, dna: await dnaOf(template.page(number)) }]);
  alone.push(await ask(target, counts.others + 1, new Map([...photos].filter(([key]) => key === number))));
  await target.apply([{ key: number }]);
}
const sum = (of: (outcome: Outcome) => number): number => alone.reduce((before, one) => before + of(one), 0);
const times = alone.map(({ p50Ms }) => p50Ms);
tell('Alone', {
  references: counts.others + 1,
  right: sum(({ right }) => right),
  other: sum(({ other }) => other),
  besides: sum(({ besides }) => besides),
  p50Ms: percentile(times, 0.5),
  p99Ms: percentile(times, 0.99),
});
await index('Pages of one template', target, numbers, (number) => template.page(number));
tell('Among pages of its template', await ask(target, counts.others + counts.pages, photos));
engine.close();
