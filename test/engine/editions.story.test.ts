/** Editions of real pages beside each other: what was edited by hand is named, and nothing else. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { capture } from '../../packages/bench/benchmark/proofs/capture.js';
import { drawBooklet } from '../../packages/bench/benchmark/proofs/booklet.js';
import { type RgbImage, toJpeg } from '../../packages/bench/paint/rgb-image.js';
import { rasterizePdfPage } from '../../packages/bench/print/draw/pdf-rasterizer.js';
import { printEditedPage } from '../../packages/bench/print/magazine.js';
import { createRandom } from '../../packages/bench/random.js';
import { openLocalRecognition } from '../../src/app/command-services.js';
import type { LocalRecognition } from '../../src/recognition/local-recognition.js';
import { readConfig } from '../../src/config.js';
import type { Difference } from '../../src/engine-host/appearance/fine-comparison.js';
import { type Edits, editedCanvas } from '../kit/edited-canvas.js';

/** A4 at 200 dots to the inch. */
const WIDTH_PX = 1654;
/** What lies beside a change, as a share of the page: letters after it may move. */
const BESIDE = 0.01;

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Pages of the demo's magazine from 0, and what an editor changed in them. */
const EDITIONS: readonly (readonly [what: string, page: number, edits: Edits])[] = [
  ['the number of the issue', 0, { 'No. 14': 'No. 15' }],
  ['the color of a disk', 0, { '#c8402f': '#2f7fc8' }],
  ['an accent on a map', 2, { 'Moulin Brûlé': 'Moulin Brulé' }],
  ['a digit of a recipe', 3, { '250 g fraises': '350 g fraises' }],
  ['a temperature in a paragraph', 3, { '180 °C': '160 °C' }],
  ['the color of a panel', 3, { '#e4ecdd': '#e4dcec' }],
  ['a word of a story', 4, { 'eleven of them': 'twelve of them' }],
  ['a price', 5, { '38 € / m': '33 € / m' }],
  ['a number in a sentence', 6, { '94 kg': '49 kg' }],
  ['a telephone number', 7, { '14 14': '14 74' }],
];

describe('editions of printed pages', { timeout: 600_000 }, () => {
  let recognition: LocalRecognition;

  beforeAll(() => {
    recognition = openLocalRecognition(readConfig({ LOUPE_DATA: '/nowhere' }));
  });
  afterAll(() => recognition.close());

  const printed = async (page: number, edits: Edits): Promise<RgbImage> =>
    rasterizePdfPage(await printEditedPage(page, (canvas) => editedCanvas(canvas, edits)), 0, WIDTH_PX);

  /** Places that a scan of the second edition shows as different from the file of the first. */
  async function compared(first: RgbImage, second: RgbImage, seed: number): Promise<readonly Difference[]> {
    const scan = await capture(second, 'scan', createRandom(seed));
    const { differences } = await recognition.compareFinely(await toJpeg(first, 92), scan);
    return differences;
  }

  it.each(EDITIONS)('%s is found in a scan, and nothing else', async (_what, page, edits) => {
    const [first, second] = [await printed(page, {}), await printed(page, edits)];
    const changed = boundsOfChange(first, second);
    // The panel of ingredients, which is the largest; most are letters.
    expect((changed.right - changed.left) * (changed.bottom - changed.top)).toBeLessThan(0.17);
    const found = (await compared(first, second, page)).map(({ inReference: at }) => ({
      left: at.left,
      top: at.top,
      right: at.left + at.width,
      bottom: at.top + at.height,
    }));
    expect(found).not.toEqual([]);
    expect(found.filter((box) => !overlap(box, changed))).toEqual([]);
  });

  it('a scan of the same edition shows no difference', async () => {
    for (const page of new Set(EDITIONS.map(([, of]) => of))) {
      const first = await printed(page, {});
      expect({ page, found: await compared(first, first, 100 + page) }).toEqual({ page, found: [] });
    }
  });

  it('seven changes, two inserted pages and a moved one are all that is named in 48 pages', async () => {
    const changes = {
      3: 'price',
      9: 'accent',
      14: 'word',
      22: 'point',
      29: 'logo color',
      36: 'missing picture',
      44: 'moved block',
    } as const;
    const { first, second, places } = await drawBooklet({
      pageCount: 48,
      changes,
      inserted: [12, 33],
      moved: [[40, 18]],
      textPt: 10,
    });
    const { pages, counts, differenceCount } = await recognition.pdfs.compare(first, second);
    expect(counts).toEqual({ changed: 7, inserted: 2, removed: 0, moved: 1, unchanged: 41 });
    expect(differenceCount).toBe(7);
    const changed = pages.filter(({ status }) => status === 'changed');
    expect(changed.map(({ referencePage }) => referencePage)).toEqual(Object.keys(changes).map(Number));
    expect(changed.map(({ differences }) => differences.length)).toEqual(changed.map(() => 1));
    expect(places.size).toBe(7);
    const moved = pages.filter(({ isMoved }) => isMoved).map(({ referencePage }) => referencePage);
    expect(moved).toEqual([40]);
  });
});

/** Bounds of all pixels that differ clearly, as shares of the page. */
function boundsOfChange(a: RgbImage, b: RgbImage): Box {
  const { width, height } = a;
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let at = 0; at < a.data.length; at += 1) {
    if (Math.abs((a.data[at] ?? 0) - (b.data[at] ?? 0)) < 16) continue;
    const [x, y] = [Math.floor(at / 3) % width, Math.floor(at / 3 / width)];
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  expect(right).toBeGreaterThan(-1);
  return { left: left / width, top: top / height, right: (right + 1) / width, bottom: (bottom + 1) / height };
}

const overlap = (found: Box, { left, top, right, bottom }: Box): boolean =>
  found.left < right + BESIDE &&
  found.right > left - BESIDE &&
  found.top < bottom + BESIDE &&
  found.bottom > top - BESIDE;
