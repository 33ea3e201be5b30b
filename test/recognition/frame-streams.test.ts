/** Frames that show nothing known are looked at closer once, and then not again for a while. */
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { useTestApp } from '../kit/use-app.js';
import { type RgbImage, toJpeg } from '../../packages/bench/paint/rgb-image.js';
import { renderMagazinePage } from '../../packages/bench/print/magazine.js';
import { simulatePhoto } from '../../packages/bench/simulation/photo-simulator.js';
import { takeUnrelatedPhoto } from '../../packages/bench/simulation/unrelated.js';
import type { Query } from '../../src/engine-host/searching.js';
import type { SearchOptions, SearchResult } from '../../src/engine-host/types.js';
import { Vision } from '../../src/engine-host/vision.js';
import { MovableClock } from '../kit/seed/seed-clock.js';
import { device, newPublisher, type TestPublisher } from './publisher.js';

const closerLooks: (boolean | undefined)[] = [];

class RecordingVision extends Vision {
  override search(indexIds: readonly string[], query: Query, options: SearchOptions): Promise<SearchResult> {
    closerLooks.push(options.secondTry);
    return super.search(indexIds, query, options);
  }
}

const clock = new MovableClock();
const loupe = useTestApp({ clock, openVision: (options) => new RecordingVision(options) });
let publisher: TestPublisher;
let page: RgbImage;
let nothing: Buffer;

const frame = async (sessionId: string | null, photo = nothing): Promise<boolean | undefined> => {
  await publisher.scan(photo, 'en-US', { ...device, sessionId });
  return closerLooks.at(-1);
};

beforeAll(async () => {
  page = await renderMagazinePage(1);
  nothing = await takeUnrelatedPhoto(3);
});

beforeEach(async () => {
  publisher = await newPublisher(loupe);
  await publisher.print(page);
});

it('a stream takes one closer look in two seconds, and another stream its own', async () => {
  expect(await frame('stream a')).toBe(true);
  expect(await frame('stream a')).toBe(false);
  expect(await frame('stream b')).toBe(true);
  clock.forward({ seconds: 1 });
  expect(await frame('stream a')).toBe(false);
  clock.forward({ seconds: 1 });
  expect(await frame('stream a')).toBe(true);
  expect(await frame('stream a')).toBe(false);
});

it('a photo without a session is always looked at closer, as is what words for nothing name', async () => {
  for (const session of [null, null, 'null', 'null']) expect(await frame(session)).toBe(true);
});

it('a stream goes on with closer looks once it shows something', async () => {
  const { jpeg } = await simulatePhoto(await toJpeg(page, 92), { strength: 'easy', seed: 5 });
  expect(await frame('stream c', jpeg)).toBe(true);
  expect(await frame('stream c', jpeg)).toBe(true);
  expect(await frame('stream c')).toBe(true);
  expect(await frame('stream c', jpeg)).toBe(false);
});
