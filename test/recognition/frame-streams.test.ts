/** Frames of a reader's session that show nothing known are looked at closer once, and then quickly and as a photo in turn. */
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { useTestApp } from '../kit/use-app.js';
import { type RgbImage, toJpeg } from '../../packages/bench/paint/rgb-image.js';
import { renderMagazinePage } from '../../packages/bench/print/magazine.js';
import { simulatePhoto } from '../../packages/bench/simulation/photo-simulator.js';
import { takeUnrelatedPhoto } from '../../packages/bench/simulation/unrelated.js';
import sharp from 'sharp';
import type { Query } from '../../src/engine-host/searching.js';
import type { SearchOptions, SearchResult } from '../../src/engine-host/types.js';
import { Vision } from '../../src/engine-host/vision.js';
import { MovableClock } from '../kit/seed/seed-clock.js';
import { device, newPublisher, type TestPublisher } from './publisher.js';

type Look = 'quick' | 'usual' | 'closer';

const looks: Look[] = [];

class RecordingVision extends Vision {
  override search(indexIds: readonly string[], query: Query, options: SearchOptions): Promise<SearchResult> {
    const { secondTry = true, quick = false } = options;
    looks.push(secondTry ? 'closer' : quick ? 'quick' : 'usual');
    return super.search(indexIds, query, options);
  }
}

const clock = new MovableClock();
const loupe = useTestApp({ clock, openVision: (options) => new RecordingVision(options) });
let publisher: TestPublisher;
let page: RgbImage;
let photo: Buffer;
let unknown: Buffer;

/** Looks that a frame took. */
async function frame(sessionId: string | null, jpeg: Buffer): Promise<readonly Look[]> {
  const from = looks.length;
  await publisher.scan(jpeg, 'en-US', { ...device, sessionId });
  return looks.slice(from);
}
/** Every one shows another part of what is not there. */
let nextLeft = 0;
const nothing = async (): Promise<Buffer> => {
  nextLeft = (nextLeft + 37) % 200;
  return sharp(unknown)
    .extract({ left: nextLeft, top: nextLeft, width: 300, height: 300 })
    .resize(640, 640)
    .jpeg()
    .toBuffer();
};

beforeAll(async () => {
  page = await renderMagazinePage(1);
  unknown = await takeUnrelatedPhoto(3);
  ({ jpeg: photo } = await simulatePhoto(await toJpeg(page, 92), { strength: 'easy', seed: 5 }));
});

beforeEach(async () => {
  publisher = await newPublisher(loupe);
  await publisher.print(page);
});

it('a session takes one closer look in two seconds, and another session its own', async () => {
  expect(await frame('a', await nothing())).toEqual(['closer']);
  expect(await frame('a', await nothing())).toEqual(['quick']);
  expect(await frame('a', await nothing())).toEqual(['usual']);
  expect(await frame('b', await nothing())).toEqual(['closer']);
  clock.forward({ seconds: 1 });
  expect(await frame('a', await nothing())).toEqual(['quick']);
  clock.forward({ seconds: 1 });
  expect(await frame('a', await nothing())).toEqual(['closer']);
  expect(await frame('a', await nothing())).toEqual(['quick']);
});

it('a photo without a session is always looked at closer, as is what words for nothing name', async () => {
  const same = await nothing();
  for (const session of [null, null, 'null', 'null']) expect(await frame(session, same)).toEqual(['closer']);
});

it('a session goes on with closer looks once it shows something', async () => {
  expect(await frame('c', photo)).toEqual(['closer']);
  expect(await frame('c', await nothing())).toEqual(['closer']);
  // The quick look sees that something is there, and the usual one answers.
  expect(await frame('c', photo)).toEqual(['quick', 'usual']);
});

it('a frame of the same scene is answered without another look, until something is published', async () => {
  const still = await nothing();
  expect(await frame('d', still)).toEqual(['closer']);
  expect(await frame('d', still)).toEqual([]);
  await publisher.print(await renderMagazinePage(2));
  expect(await frame('d', still)).toEqual(['quick']);
  await publisher.addLink((await publisher.print(await renderMagazinePage(3))).page.id, 'there');
  expect(await frame('e', photo)).toEqual(['closer']);
  expect(await frame('e', photo)).toEqual([]);
});

it('a kept frame is answered by the content of now', async () => {
  const { page: printed } = await publisher.print(await renderMagazinePage(4));
  const jpeg = await toJpeg(await renderMagazinePage(4), 80);
  const actions = async () =>
    (await publisher.scan(jpeg, 'en-US', { ...device, sessionId: 'f' }))?.actions.map(({ name }) => name);
  expect(await actions()).toBeUndefined();
  await publisher.addLink(printed.id, 'tickets');
  expect(await actions()).toEqual(['tickets']);
  await publisher.services.images.patch(publisher.editor, printed.id, { status: 'Inactive' });
  expect(await actions()).toBeUndefined();
});
