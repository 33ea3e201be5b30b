import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyHomography, invertHomography } from '../simulation/photo/homography.js';
import { makePage, pageKinds } from '../simulation/synthetic-set.js';
import { writeSyntheticSet } from '../simulation/synthetic-set-writer.js';
import { takeUnrelatedPhoto } from '../simulation/unrelated.js';

const renderingTimeoutMs = 180_000;

describe('synthetic references', { timeout: renderingTimeoutMs }, () => {
  it.each(pageKinds)('makes the same %s page for the same seed and another for the next', async (kind) => {
    const [first, again, next] = [
      await makePage(kind, 41),
      await makePage(kind, 41),
      await makePage(kind, 42),
    ];
    expect(again.equals(first)).toBe(true);
    expect(next.equals(first)).toBe(false);
  });

  it.each(pageKinds)('makes %s pages about 1000 pixels tall or wide, with texture', async (kind) => {
    const page = await makePage(kind, 7);
    const { width, height } = await sharp(page).metadata();
    expect(Math.max(width, height)).toBe(1000);
    const { channels } = await sharp(page).stats();
    expect(Math.max(...channels.map((channel) => channel.stdev))).toBeGreaterThan(15);
  });
});

describe('a synthetic set in a folder', { timeout: renderingTimeoutMs }, () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'loupe-set-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('names every file, reference and transform in its manifest', async () => {
    const progress: number[] = [];
    const options = { seed: 3, referenceCount: 4, queriesPerGroup: 1, kinds: ['manual', 'photo'] as const };
    const manifest = await writeSyntheticSet(folder, options, (done, total) => progress.push(done / total));
    expect(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))).toEqual(manifest);
    expect(manifest.refs).toHaveLength(4);
    expect(progress.at(-1)).toBe(1);
    const groups = new Set(manifest.queries.map((query) => query.group));
    expect(groups).toEqual(
      new Set([
        ...['manual-easy', 'manual-medium', 'manual-hard', 'photo-easy', 'photo-medium', 'photo-hard'],
        ...['unrelated', 'look-alike'],
      ]),
    );
    for (const query of manifest.queries) {
      expect(await sharp(join(folder, query.file)).metadata()).toMatchObject({ width: 960, height: 1280 });
      if (query.ref === null) expect(query.H).toBeNull();
      else await expectPageInFrame(folder, manifest.refs, query.ref, query.H ?? []);
    }
  });

  it('stops when asked and then leaves no manifest', async () => {
    const stop = new AbortController();
    const options = { seed: 3, referenceCount: 4, queriesPerGroup: 1, signal: stop.signal };
    await expect(writeSyntheticSet(folder, options, () => stop.abort())).rejects.toThrow();
    await expect(readFile(join(folder, 'manifest.json'))).rejects.toThrow();
  });

  it('refuses fewer references than kinds', async () => {
    const options = { seed: 1, referenceCount: 2, queriesPerGroup: 1 };
    await expect(writeSyntheticSet(folder, options)).rejects.toThrow(RangeError);
  });
});

describe('unrelated photos', { timeout: renderingTimeoutMs }, () => {
  it.each([0, 1, 2])('are the same for the same seed and differ between seeds (%i)', async (seed) => {
    const photo = await takeUnrelatedPhoto(seed);
    expect((await takeUnrelatedPhoto(seed)).equals(photo)).toBe(true);
    expect((await takeUnrelatedPhoto(seed + 3)).equals(photo)).toBe(false);
    expect(await sharp(photo).metadata()).toMatchObject({ width: 960, height: 1280, format: 'jpeg' });
  });
});

/** At least a part of the photo's frame must show the page: its center maps back into the reference's pixels. */
async function expectPageInFrame(
  folder: string,
  refs: readonly { id: string; file: string }[],
  id: string,
  transform: readonly number[],
): Promise<void> {
  const reference = refs.find((candidate) => candidate.id === id);
  const { width, height } = await sharp(join(folder, reference?.file ?? '')).metadata();
  const back = invertHomography(transform);
  let seen = 0;
  for (let step = 0; step < 400; step++) {
    const [x, y] = applyHomography(back, [(step % 20) * 50, Math.floor(step / 20) * 66]);
    if (x > 0 && y > 0 && x < width && y < height) seen++;
  }
  expect(seen).toBeGreaterThan(10);
}
