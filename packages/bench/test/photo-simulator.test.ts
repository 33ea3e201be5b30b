import { describe, expect, it } from 'vitest';
import { createImage, decodeImage, setPixel, type RgbImage } from '../paint/rgb-image.js';
import { applyHomography, type Point } from '../simulation/photo/homography.js';
import { strengthRanges, type PhotoStrength } from '../simulation/photo/strength.js';
import { simulatePhoto, type SimulatedPhoto } from '../simulation/photo-simulator.js';

const strengths = Object.keys(strengthRanges) as PhotoStrength[];
const seeds = [1, 2, 3, 4];
const small = { width: 240, height: 320 };
const renderingTimeoutMs = 120_000;

describe('the photo simulator', { timeout: renderingTimeoutMs }, () => {
  it('gives the same bytes for the same page and seed, and others for another seed', async () => {
    const page = createImage(300, 420, [200, 180, 40]);
    const first = await simulatePhoto(page, { ...small, strength: 'medium', seed: 7 });
    const again = await simulatePhoto(page, { ...small, strength: 'medium', seed: 7 });
    const other = await simulatePhoto(page, { ...small, strength: 'medium', seed: 8 });
    expect(again.jpeg.equals(first.jpeg)).toBe(true);
    expect(again.queryFromReference).toEqual(first.queryFromReference);
    expect(other.jpeg.equals(first.jpeg)).toBe(false);
  });

  it('turns about a third of the photos by right angles when asked', async () => {
    const page = createImage(60, 80);
    const turned: boolean[] = [];
    for (let seed = 0; seed < 24; seed++) {
      const options = { strength: 'easy', seed, width: 96, height: 128, withQuarterTurns: true } as const;
      turned.push(Math.abs((await simulatePhoto(page, options)).rotationDegrees) > 45);
    }
    const count = turned.filter(Boolean).length;
    expect(count).toBeGreaterThanOrEqual(4);
    expect(count).toBeLessThanOrEqual(14);
  });

  it.each(strengths)(
    'keeps %s photos in their ranges and every mark where the homography says',
    async (strength) => {
      const marks: Point[] = [
        [0.2, 0.2],
        [0.8, 0.2],
        [0.5, 0.5],
        [0.2, 0.8],
        [0.8, 0.8],
      ];
      const page = paintMarks(840, 1188, marks);
      let found = 0;
      for (const seed of seeds) {
        const photo = await simulatePhoto(page, { strength, seed });
        expectInRanges(photo);
        const pixels = await decodeImage(photo.jpeg);
        expect([pixels.width, pixels.height]).toEqual([960, 1280]);
        for (const mark of marks) {
          const expected = inPixels(photo, mark);
          const seen = centerOfBlue(pixels, expected, 12);
          if (!seen) continue;
          found++;
          expect(Math.hypot(seen[0] - expected[0], seen[1] - expected[1])).toBeLessThan(1);
        }
      }
      expect(found).toBeGreaterThanOrEqual(
        seeds.length * marks.length * strengthRanges[strength].visibleShare * 0.7,
      );
    },
  );

  it('refuses bytes that are not a picture', async () => {
    const options = { strength: 'easy', seed: 1 } as const;
    await expect(simulatePhoto(Buffer.from('not a picture'), options)).rejects.toThrow();
  });

  it('photographs from another angle than the strength’s where one is asked for', async () => {
    const page = createImage(300, 420);
    const photo = await simulatePhoto(page, { ...small, strength: 'easy', seed: 1, tiltDegrees: [60, 61] });
    expectWithin(photo.tiltDegrees, [60, 61]);
  });

  it('still shows enough of a very long page', async () => {
    const ribbon = createImage(1000, 40);
    const photo = await simulatePhoto(ribbon, { strength: 'easy', seed: 1, width: 96, height: 128 });
    expect(photo.visibleShare).toBeGreaterThanOrEqual(0.9);
  });
});

function expectInRanges(photo: SimulatedPhoto): void {
  const ranges = strengthRanges[photo.strength];
  expectWithin(photo.tiltDegrees, ranges.tiltDegrees);
  expectWithin(photo.scale, ranges.scale);
  expectWithin(photo.jpegQuality, ranges.jpegQuality);
  expectWithin(photo.visibleShare, [ranges.visibleShare, 1]);
  expectWithin(photo.rotationDegrees, [-ranges.rollDegrees, ranges.rollDegrees]);
}

function expectWithin(value: number, [low, high]: readonly [number, number]): void {
  expect(value).toBeGreaterThanOrEqual(low);
  expect(value).toBeLessThanOrEqual(high);
}

/** A white page with saturated blue discs, a color that light and noise do not turn into another. */
function paintMarks(width: number, height: number, marks: readonly Point[]): RgbImage {
  const page = createImage(width, height, [235, 235, 235]);
  for (const [u, v] of marks) {
    for (let y = -14; y <= 14; y++) {
      for (let x = -14; x <= 14; x++) {
        if (x * x + y * y > 196) continue;
        setPixel(page, Math.floor(u * width + x), Math.floor(v * height + y), [0, 0, 255]);
      }
    }
  }
  return page;
}

function inPixels(photo: SimulatedPhoto, mark: Point): Point {
  const [x, y] = applyHomography(photo.queryFromReference, mark);
  return [x * photo.width, y * photo.height];
}

/** Center of what is bluer than red around a point; undefined when cut off by the frame or hidden by glare. */
function centerOfBlue(image: RgbImage, [atX, atY]: Point, radius: number): Point | undefined {
  let [sumX, sumY, weightSum, strongest] = [0, 0, 0, 0];
  for (let y = Math.floor(atY - radius); y <= atY + radius; y++) {
    for (let x = Math.floor(atX - radius); x <= atX + radius; x++) {
      if (x < 0 || y < 0 || x >= image.width || y >= image.height) return undefined;
      const offset = (y * image.width + x) * 3;
      const weight = Math.max(0, image.data[offset + 2]! - image.data[offset]! - 60);
      strongest = Math.max(strongest, weight);
      sumX += (x + 0.5) * weight;
      sumY += (y + 0.5) * weight;
      weightSum += weight;
    }
  }
  return strongest > 100 ? [sumX / weightSum, sumY / weightSum] : undefined;
}
