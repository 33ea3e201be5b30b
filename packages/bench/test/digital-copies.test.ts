import { describe, expect, it } from 'vitest';
import { decodeImage } from '../paint/rgb-image.js';
import { digitalCopies, makeDigitalCopy } from '../simulation/digital-copies.js';
import { jpegPicture } from '../../../test/kit/pictures.js';

describe.each(digitalCopies)('a %s', (kind) => {
  it('has the same bytes for the same picture and seed, and others for another seed', async () => {
    const picture = await jpegPicture(5);
    const first = await makeDigitalCopy(picture, kind, 7);
    expect((await makeDigitalCopy(picture, kind, 7)).equals(first)).toBe(true);
    expect((await makeDigitalCopy(picture, kind, 8)).equals(first)).toBe(false);
  });

  it('fills its frame as the picture does, nearly pixel by pixel', async () => {
    const picture = await jpegPicture(6);
    const original = await decodeImage(picture);
    for (const seed of [1, 2, 3]) {
      const copy = await decodeImage(await makeDigitalCopy(picture, kind, seed));
      expect(copy.width / copy.height).toBeCloseTo(original.width / original.height, 1);
      expect(correlation(original, copy)).toBeGreaterThan(0.6);
      expect(correlation(original, await decodeImage(await jpegPicture(60 + seed)))).toBeLessThan(0.4);
    }
  });
});

type Pixels = Awaited<ReturnType<typeof decodeImage>>;

/** Of green values at the middles of a grid of 60 by 45 cells. */
function correlation(a: Pixels, b: Pixels): number {
  const [of, other] = [a, b].map((image) => normalized(gridOf(image)));
  return of!.reduce((sum, value, i) => sum + value * other![i]!, 0) / of!.length;
}

function gridOf({ data, width, height }: Pixels): number[] {
  const at = (column: number, row: number): number => {
    const x = Math.floor(((column + 0.5) / 60) * width);
    const y = Math.floor(((row + 0.5) / 45) * height);
    return data[(y * width + x) * 3 + 1]!;
  };
  return Array.from({ length: 60 * 45 }, (_, i) => at(i % 60, Math.floor(i / 60)));
}

function normalized(values: readonly number[]): number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
  return values.map((value) => (value - mean) / Math.max(1e-9, deviation));
}
