import { afterEach, expect, test } from 'vitest';
import { ImageDecoder } from '../../src/media/pictures/image-decoder.js';
import { sharp } from '../../src/media/pictures/sharp.js';
import { isRecognized, type SearchHit } from '../../src/engine-host/types.js';
import { Vision } from '../../src/engine-host/vision.js';
import { MemoryFeed } from '../kit/engine/memory-feed.js';
import { makeFlat, makePicture, mirror, sideBySide, smallInPhoto } from '../kit/files/rasters.js';

const open: Vision[] = [];

function openVision(feed = new MemoryFeed()): { vision: Vision; feed: MemoryFeed } {
  const vision = new Vision({ feed, snapshotFolder: null, threads: 2 });
  open.push(vision);
  return { vision, feed };
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((vision) => vision.close()));
});

const notNeeded = (): never => {
  throw new Error('A plain JPEG is decoded by the engine.');
};

async function addReference(vision: Vision, feed: MemoryFeed, indexId: string, key: number): Promise<void> {
  const { dna } = await vision.extract(makePicture(key), 'reference');
  await vision.apply(indexId, [feed.put(indexId, key, dna, [`group-${key % 2}`])]);
}

test('a rich picture gets a signature and a good grade, a flat one is not recognizable', async () => {
  const { vision } = openVision();
  const rich = await vision.extract(makePicture(1), 'reference');
  expect(rich.keypointCount).toBeGreaterThan(300);
  expect(rich.grade.value).toBeGreaterThanOrEqual(4);
  expect(rich.isRecognizable).toBe(true);
  const flat = await vision.extract(makeFlat(300, 200), 'reference');
  expect(flat).toMatchObject({
    keypointCount: 0,
    isRecognizable: false,
    grade: { value: 0, reason: 'flat' },
  });
});

test('the same pixels give the same signature', async () => {
  const { vision } = openVision();
  const [first, second] = await Promise.all([
    vision.extract(makePicture(2), 'reference'),
    vision.extract(makePicture(2), 'reference'),
  ]);
  expect(first.dna.equals(second.dna)).toBe(true);
});

test('two signatures of one picture are a clone with its matched points', async () => {
  const { vision } = openVision();
  const reference = await vision.extract(makePicture(3), 'reference');
  const query = await vision.extract(makePicture(3), 'query');
  const match = await vision.match(query.dna, reference.dna);
  expect(match.decision).toBe('Clone');
  expect(match.points.length).toBe(match.inlierCount);
  expect(match.queryFromReference?.[8]).toBe(1);
  expect(match.query.originalSize).toEqual([960, 720]);
});

test('a photo and its signature get the same answer, digit by digit', async () => {
  const { vision, feed } = openVision();
  for (const key of [1, 2, 3]) await addReference(vision, feed, 'app', key);
  for (const photo of [makePicture(2), sideBySide(makePicture(1), makePicture(3))]) {
    const { dna } = await vision.extract(photo, 'query');
    const byPhoto = await vision.search(['app'], photo, { limit: 5 });
    const byDna = await vision.search(['app'], { dna }, { limit: 5 });
    expect(byPhoto.hits.length).toBeGreaterThan(0);
    expect(byDna.hits).toEqual(byPhoto.hits);
  }
});

test('an upload of the very file is a clone at next to no distance, also when it was recompressed', async () => {
  const { vision, feed } = openVision();
  for (const key of [1, 2]) await addReference(vision, feed, 'app', key);
  const { data, width, height, channels } = makePicture(1);
  const { dna: reference } = await vision.extract(makePicture(1), 'reference');
  for (const quality of [95, 70, 40]) {
    const jpeg = await sharp(data, { raw: { width, height, channels } }).jpeg({ quality }).toBuffer();
    const picture = { jpeg, orientation: 1, maxPixels: 10_000_000, luma: notNeeded, color: notNeeded };
    const [hit] = (await vision.search(['app'], picture, { limit: 1 })).hits;
    expect(hit).toMatchObject({ key: 1, decision: 'Clone' });
    expect(hit?.distance).toBeLessThan(0.01);
    const match = await vision.match((await vision.extract(picture, 'query')).dna, reference);
    expect(match.decision).toBe('Clone');
    expect(match.distance).toBeLessThan(0.01);
  }
});

test('a committed change is visible to the next search, and so is its removal', async () => {
  const { vision, feed } = openVision();
  for (const key of [1, 2, 3, 4, 5]) await addReference(vision, feed, 'app', key);
  const found = await vision.search(['app'], makePicture(4), { limit: 5 });
  expect(found.hits[0]).toMatchObject({ indexId: 'app', key: 4, decision: 'Clone' });
  await vision.apply('app', [feed.remove('app', 4)]);
  const after = await vision.search(['app'], makePicture(4), { limit: 5 });
  expect(after.hits.filter((hit) => hit.key === 4)).toEqual([]);
});

test('several indexes are searched as one, and a filter finds the best within it', async () => {
  const { vision, feed } = openVision();
  for (const key of [1, 2, 3]) await addReference(vision, feed, 'parent', key);
  for (const key of [11, 12, 13]) await addReference(vision, feed, 'child', key);
  const both = await vision.search(['parent', 'child'], makePicture(12), { limit: 5 });
  expect(both.hits[0]).toMatchObject({ indexId: 'child', key: 12 });
  const none = await vision.search(['parent'], makePicture(12), { limit: 5 });
  expect(none.hits.filter((hit) => hit.decision === 'Match' || hit.decision === 'Clone')).toEqual([]);
  const filter = { keywords: ['group-1'] };
  const excluded = await vision.search(['child'], makePicture(12), { limit: 5, filter });
  expect(excluded.hits.every((hit) => hit.key !== 12)).toBe(true);
  const keys = await vision.search(['child'], makePicture(12), {
    limit: 5,
    filter: { keys: Uint32Array.of(12) },
  });
  expect(keys.hits[0]?.key).toBe(12);
});

test('two works in one photo are both found, each with its own box', async () => {
  const { vision, feed } = openVision();
  for (const key of [1, 2, 3, 4]) await addReference(vision, feed, 'app', key);
  const photo = sideBySide(makePicture(2, 480, 360), makePicture(3, 480, 360));
  const found = await vision.search(['app'], photo, { limit: 5 });
  const recognized = found.hits.filter((hit) => hit.decision === 'Match' || hit.decision === 'Clone');
  expect(recognized.map((hit) => hit.key).sort()).toEqual([2, 3]);
  const left = recognized.find((hit) => hit.key === 2);
  const right = recognized.find((hit) => hit.key === 3);
  expect(Math.max(...(left?.query.box.map(([x]) => x) ?? [9]))).toBeLessThan(0.55);
  expect(Math.min(...(right?.query.box.map(([x]) => x) ?? [0]))).toBeGreaterThan(0.45);
});

test('a mirror image is found only when asked for', async () => {
  const { vision, feed } = openVision();
  for (const key of [1, 2, 3]) await addReference(vision, feed, 'app', key);
  const photo = mirror(makePicture(2));
  const plain = await vision.search(['app'], photo, { limit: 5 });
  expect(plain.hits.filter((hit) => hit.decision === 'Match' || hit.decision === 'Clone')).toEqual([]);
  const asked = await vision.search(['app'], photo, { limit: 5, findMirrored: true });
  expect(asked.hits[0]).toMatchObject({ key: 2, isMirrored: true });
});

test('what is small in its photo is found by a second look, unless that is switched off, in photo and signature alike', async () => {
  const { vision, feed } = openVision();
  for (const key of [1, 2, 3, 4, 5, 6]) await addReference(vision, feed, 'app', key);
  let [found, foundOnce, foundLossless] = [0, 0, 0];
  for (const key of [1, 2, 3, 4, 5, 6]) {
    const { data, width, height } = makePicture(key);
    const small = await sharp(data, { raw: { width, height, channels: 1 } })
      .resize(240, 180)
      .extractChannel(0)
      .raw()
      .toBuffer();
    const part = { ...makeFlat(240, 180), data: small };
    const photo = smallInPhoto(70 + key, part, key % 2 === 0 ? 1100 : 60, key < 4 ? 90 : 800);
    const encoded = sharp(photo.data, { raw: { width: 1440, height: 1080, channels: 1 } });
    const jpeg = await encoded.clone().jpeg({ quality: 95 }).toBuffer();
    const decoder = new ImageDecoder({ maxPixels: 1e8, maxFileBytes: 1e8 });
    const asked = { limit: 5 };
    const once = await vision.search(['app'], decoder.picture(jpeg), { ...asked, secondTry: false });
    const twice = await vision.search(['app'], decoder.picture(jpeg), asked);
    const { dna } = await vision.extract(decoder.picture(jpeg), 'query');
    expect((await vision.search(['app'], { dna }, asked)).hits).toEqual(twice.hits);
    expect((await vision.search(['app'], { dna }, { ...asked, secondTry: false })).hits).toEqual(once.hits);
    const keys = (hits: readonly SearchHit[]) => hits.filter(isRecognized).map((hit) => hit.key);
    expect([[], [key]]).toContainEqual(keys(once.hits));
    expect([[], [key]]).toContainEqual(keys(twice.hits));
    foundOnce += keys(once.hits).length;
    found += keys(twice.hits).length;
    const reference = await vision.extract(makePicture(key), 'reference');
    const match = await vision.match(dna, reference.dna);
    if (keys(twice.hits).length > 0) expect(isRecognized(match)).toBe(true);
    const png = await encoded.png({ compressionLevel: 1 }).toBuffer();
    const lossless = await vision.search(['app'], decoder.picture(png), asked);
    foundLossless += keys(lossless.hits).length;
  }
  expect(found).toBeGreaterThan(foundOnce + 1);
  expect(foundLossless).toBeGreaterThan(foundOnce + 1);
});

test('what was photographed from the side is found as if from its front, in photo, signature and explanation alike', async () => {
  const { vision, feed } = openVision();
  for (const key of [1, 2, 3, 4]) await addReference(vision, feed, 'app', key);
  const decoder = new ImageDecoder({ maxPixels: 1e8, maxFileBytes: 1e8 });
  let found = 0;
  for (const key of [1, 2, 3, 4]) {
    const { data, width, height } = makePicture(key);
    const turned = await sharp(data, { raw: { width, height, channels: 1 } })
      .resize(960)
      .rotate(12, { background: '#808080' })
      .png()
      .toBuffer();
    const from = await sharp(turned).metadata();
    const size =
      key % 2 === 0 ? { height: Math.round(from.height * 0.3) } : { width: Math.round(from.width * 0.3) };
    const jpeg = await sharp(turned)
      .resize({ width: from.width, height: from.height, ...size, fit: 'fill' })
      .jpeg({ quality: 95 })
      .toBuffer();
    expect(
      (await vision.search(['app'], decoder.picture(jpeg), { limit: 5, secondTry: false })).hits.filter(
        isRecognized,
      ),
    ).toEqual([]);
    const { hits } = await vision.search(['app'], decoder.picture(jpeg), { limit: 5 });
    const { dna } = await vision.extract(decoder.picture(jpeg), 'query');
    expect((await vision.search(['app'], { dna }, { limit: 5 })).hits).toEqual(hits);
    const recognized = hits.filter(isRecognized);
    expect([[], [key]]).toContainEqual(recognized.map((hit) => hit.key));
    found += recognized.length;
    const reference = await vision.extract(makePicture(key), 'reference');
    const match = await vision.match(dna, reference.dna);
    if (recognized.length > 0) expect(isRecognized(match)).toBe(true);
  }
  expect(found).toBeGreaterThanOrEqual(3);
});

test('a flat query differs from every reference, in search and explanation alike', async () => {
  const { vision, feed } = openVision();
  await addReference(vision, feed, 'app', 1);
  const { dna } = await vision.extract(makeFlat(300, 200), 'query');
  expect((await vision.search(['app'], { dna }, { limit: 5 })).hits).toEqual([]);
  const reference = await vision.extract(makePicture(1), 'reference');
  expect(await vision.match(dna, reference.dna)).toMatchObject({ decision: 'Different', distance: 1 });
});

test('near-duplicates of a reference are found without itself', async () => {
  const { vision, feed } = openVision();
  for (const key of [1, 2, 3]) await addReference(vision, feed, 'app', key);
  const copy = await vision.extract(makePicture(2), 'reference');
  await vision.apply('app', [feed.put('app', 20, copy.dna)]);
  const conflicts = await vision.conflicts(['app'], copy.dna, {
    limit: 5,
    self: { indexId: 'app', key: 20 },
  });
  expect(
    conflicts.hits.filter((hit) => hit.decision === 'Match' || hit.decision === 'Clone').map((h) => h.key),
  ).toEqual([2]);
});

test('hits come in the same order whatever the order of insertion', async () => {
  const orders = [
    [1, 2, 3, 4, 5, 6],
    [6, 4, 2, 1, 5, 3],
  ];
  const results = [];
  for (const order of orders) {
    const { vision, feed } = openVision();
    for (const key of order) await addReference(vision, feed, 'app', key);
    const found = await vision.search(['app'], makePicture(3), { limit: 10 });
    results.push(found.hits.map((hit) => [hit.key, hit.distance]));
  }
  expect(results[1]).toEqual(results[0]);
});
