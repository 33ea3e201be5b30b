/** Zones of one design: coupons, cards and codes on a page differ in a small part of their pictures. */
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { createImage, type RgbImage, setPixel, toJpeg } from '../../packages/bench/paint/rgb-image.js';
import { useTestApp } from '../kit/use-app.js';
import { makePicture } from '../kit/files/rasters.js';
import { newPublisher, type TestPublisher } from './publisher.js';

const PAGE = { width: 1200, height: 1600 } as const;
const TILE = { width: 360, height: 320 } as const;
const COLUMNS = 3;
const ROWS = 4;

interface Box {
  readonly positionXPercent: number;
  readonly positionYPercent: number;
  readonly widthPercent: number;
  readonly heightPercent: number;
}

/** Top left corner and size of a tile in percent of the page. */
const boxOf = (tile: number): Box => ({
  positionXPercent: 2 + 33 * (tile % COLUMNS),
  positionYPercent: 2 + 25 * Math.floor(tile / COLUMNS),
  widthPercent: (100 * TILE.width) / PAGE.width,
  heightPercent: (100 * TILE.height) / PAGE.height,
});

const pixelsOf = (box: Box) => ({
  left: Math.round((box.positionXPercent * PAGE.width) / 100),
  top: Math.round((box.positionYPercent * PAGE.height) / 100),
  width: Math.round((box.widthPercent * PAGE.width) / 100),
  height: Math.round((box.heightPercent * PAGE.height) / 100),
});

/** Puts a picture of random shapes on the page. */
function lay(
  page: RgbImage,
  seed: number,
  left: number,
  top: number,
  width: number,
  height: number,
  shapes: number,
): void {
  const { data } = makePicture(seed, width, height, shapes);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const gray = data[y * width + x] ?? 0;
      setPixel(page, left + x, top + y, [gray, gray, 255 - gray / 2]);
    }
  }
}

/** Every tile is the same picture, but for a part of its own: a tenth of it. */
function drawPage(seed: number): RgbImage {
  const page = createImage(PAGE.width, PAGE.height);
  for (let tile = 0; tile < COLUMNS * ROWS; tile += 1) {
    const { left, top } = pixelsOf(boxOf(tile));
    lay(page, seed, left, top, TILE.width, TILE.height, 90);
    lay(page, seed + 100 + tile, left + 200, top + 200, 130, 90, 90);
  }
  return page;
}

/**
 * A slightly turned photo whose middle is the middle of a box.
 *
 * @param share of the photo's width that the box takes; what lies beside the page is gray
 */
async function photograph(page: Buffer, box: Box, share: number): Promise<Buffer> {
  const { left, top, width, height } = pixelsOf(box);
  const frame = { width: Math.round(width / share), height: Math.round(height / share) };
  const margin = Math.max(frame.width, frame.height);
  const desk = { top: margin, bottom: margin, left: margin, right: margin, background: '#777777' };
  const around = await sharp(page).extend(desk).png().toBuffer();
  const framed = await sharp(around)
    .extract({
      left: Math.round(margin + left + width / 2 - frame.width / 2),
      top: Math.round(margin + top + height / 2 - frame.height / 2),
      ...frame,
    })
    .resize(900)
    .toBuffer();
  return sharp(framed).rotate(3, { background: '#777777' }).blur(0.7).jpeg({ quality: 75 }).toBuffer();
}

const loupe = useTestApp();
let publisher: TestPublisher;
let picture: Buffer;
let zoneIds: readonly string[];

const addZone = async (imageId: string, name: string, box: Box) => {
  const whole = Object.fromEntries(
    Object.entries(box).map(([key, value]) => [key, Math.round(value)]),
  ) as unknown as Box;
  const zone = await publisher.services.zones.create(publisher.editor, { imageId, name, ...whole });
  await publisher.addLink(zone.id, name);
  return zone.id;
};

beforeAll(async () => {
  publisher = await newPublisher(loupe);
  const page = drawPage(7000);
  picture = await toJpeg(page, 92);
  const { page: image } = await publisher.print(page);
  const ids: string[] = [];
  for (let tile = 0; tile < COLUMNS * ROWS; tile += 1)
    ids.push(await addZone(image.id, `tile ${tile}`, boxOf(tile)));
  zoneIds = ids;
});

it.each([
  ['fills the photo', 0.97],
  ['takes most of the photo', 0.8],
  ['lies in the middle of its neighbors', 0.45],
  ['lies in the middle of a photo of the whole page', 0.25],
])('the zone that %s is answered, not one that looks like it', async (_, share) => {
  const answers: (string | undefined)[] = [];
  for (let tile = 0; tile < COLUMNS * ROWS; tile += 1) {
    answers.push((await publisher.scan(await photograph(picture, boxOf(tile), share)))?.id);
  }
  const named = answers.map((id) => (id === undefined ? 'nothing' : `tile ${zoneIds.indexOf(id)}`));
  expect(named).toEqual(zoneIds.map((_id, tile) => `tile ${tile}`));
});

it.each([0.6, 0.3, 0.15])(
  'a small zone within a large one is answered when the middle is on it, at %d of the width',
  async (share) => {
    const own = await newPublisher(loupe);
    const page = createImage(PAGE.width, PAGE.height);
    lay(page, 8000, 0, 0, PAGE.width, PAGE.height, 1500);
    lay(page, 8001, 700, 900, 300, 240, 90);
    const { page: image } = await own.print(page);
    const add = async (name: string, box: Box) => {
      const zone = await own.services.zones.create(own.editor, { imageId: image.id, name, ...box });
      await own.addLink(zone.id, name);
      return zone.id;
    };
    const large = { positionXPercent: 5, positionYPercent: 5, widthPercent: 90, heightPercent: 90 };
    const small = { positionXPercent: 58, positionYPercent: 56, widthPercent: 26, heightPercent: 16 };
    const largeId = await add('large', large);
    const bytes = await toJpeg(page, 92);
    expect((await own.scan(await photograph(bytes, small, share)))?.id).toBe(largeId);
    const smallId = await add('small', small);
    expect((await own.scan(await photograph(bytes, small, share)))?.id).toBe(smallId);
    const elsewhere = { ...small, positionXPercent: 15, positionYPercent: 15 };
    expect((await own.scan(await photograph(bytes, elsewhere, 0.5)))?.id).toBe(largeId);
  },
);
