/** A second look at two pages that lie upon each other, with more pixels: what stays there was no rasterizer's doing. */
import type { FineSettings } from '../engine-host/appearance/comparison-settings.js';
import type { FineComparison } from '../engine-host/appearance/fine-comparison.js';
import { imageOf } from '../engine-host/plane.js';
import type { FractionBox, Raster } from '../engine-host/types.js';
import type { Vision } from '../engine-host/vision.js';
import { withVision } from '../engine/engine-failures.js';
import type { PdfPart } from '../media/pdf/pdf-messages.js';
import { areaOf, sharedArea } from '../media/boxes.js';

/** Times as many pixels a side: 300 and 600 dots to the inch where pages are drawn at 150. */
const OF_PAGES = 2;
const OF_PLACES = 4;
const OF_DOUBTFUL_PLACES = 8;
/** Two programs draw the same outline with a pixel more or less: marks that are nowhere thicker are none. */
const thicknessPx = (finer: number): number => (finer > OF_PLACES ? 4 : finer > OF_PAGES ? 3 : 2);
/** The same of a mark that two programs' pixels cannot explain. */
const CERTAIN_PX = 6;
/** Of marks as thin as that: nobody sees less. */
const LEAST_DELTA_E = 1;
/** Pixels that tell how a place lies. */
const MOST_MEASURED = 50_000;
/** Of a place that is looked at: four bytes each. */
const MOST_PIXELS = 36_000_000;
/** Around a place that is looked at, in pixels of the usual size: what lies there says what is usual. */
const AROUND_PX = 16;
/** How far beside a place, in pixels of the usual size, what differs still is its own. */
const BESIDE_PX = 4;

interface Page {
  /** The page as it is usually drawn. */
  readonly raster: Raster;
  readonly draw: (part: PdfPart) => Promise<Raster>;
}

export interface FinerLookOptions {
  /** Row-major homography on fractions: how far the query lies aside, less than files may. */
  readonly pose: readonly number[];
  readonly settings: FineSettings;
  readonly signal: AbortSignal | undefined;
}

export class FinerLook {
  constructor(
    private readonly vision: Pick<Vision, 'compareFinelyUndrawn'>,
    private readonly pages: readonly [reference: Page, query: Page],
    private readonly options: FinerLookOptions,
  ) {}

  /** Both pages as a whole. @param finer times as many pixels a side as they usually have */
  async whole(finer = OF_PAGES): Promise<FineComparison> {
    const [reference, query] = this.pages;
    const part = { finer, area: null };
    const { minSize, ...settings } = this.options.settings;
    return this.compare([await reference.draw(part), await query.draw(part)], thicknessPx(finer), {
      ...settings,
      ...(minSize !== undefined && { minSize: minSize * finer }),
    });
  }

  /** Whether anything differs at a place of the reference. */
  async differsAt(box: FractionBox): Promise<boolean> {
    const found = await this.thicknessAt(box, OF_PLACES);
    if (found === 0 || found >= CERTAIN_PX) return found > 0;
    // Programs snap bars of letters to whole pixels, however fine these are: only ink grows with them.
    return (await this.thicknessAt(box, OF_DOUBTFUL_PLACES)) > 0;
  }

  /** Shorter side, in pixels, of the thickest mark at a place of the reference; 0 where there is none. */
  private async thicknessAt(box: FractionBox, wanted: number): Promise<number> {
    const [reference, query] = this.pages;
    const { width, height } = reference.raster;
    const from = (fraction: number, side: number) => Math.max(0, Math.floor(fraction * side) - AROUND_PX);
    const [left, top] = [from(box.left, width), from(box.top, height)];
    const right = Math.min(width, Math.ceil((box.left + box.width) * width) + AROUND_PX);
    const bottom = Math.min(height, Math.ceil((box.top + box.height) * height) + AROUND_PX);
    const most = Math.floor(Math.sqrt(MOST_PIXELS / ((right - left) * (bottom - top))));
    const finer = Math.max(1, Math.min(wanted, most));
    const area = {
      left: left * finer,
      top: top * finer,
      width: (right - left) * finer,
      height: (bottom - top) * finer,
    };
    const [aside, below] = this.offsetAt(box);
    const inQuery = {
      ...area,
      left: area.left + Math.round(aside * width * finer),
      top: area.top + Math.round(below * height * finer),
    };
    const drawn = await reference.draw({ finer, area });
    const asFound = await query.draw({ finer, area: inQuery });
    // The pose of a whole page is not that of each of its places to a fraction of a pixel.
    const [x, y] = shiftBetween(drawn, asFound, finer);
    const aligned =
      x === 0 && y === 0
        ? asFound
        : await query.draw({ finer, area: { ...inQuery, left: inQuery.left + x, top: inQuery.top + y } });
    const { sensitivity: _, ignore: _ignored, minSize: _least, ...settings } = this.options.settings;
    const least = thicknessPx(finer);
    const { differences } = await this.compare([drawn, aligned], least, { ...settings, asTheyAre: true });
    // Boxes of letters end below their accents, and pixels of both sizes do not end together.
    const own = {
      left: (box.left * width - left - BESIDE_PX) / (right - left),
      top: (box.top * height - top - BESIDE_PX) / (bottom - top),
      width: (box.width * width + 2 * BESIDE_PX) / (right - left),
      height: (box.height * height + 2 * BESIDE_PX) / (bottom - top),
    };
    const sides = differences
      .filter(({ inReference, inQuery: at }) => meets(inReference, own) || meets(at, own))
      .map(({ inReference: at, deltaE }) => ({
        side: Math.min(at.width * area.width, at.height * area.height),
        deltaE,
      }))
      .filter(({ side, deltaE }) => side > least || deltaE >= LEAST_DELTA_E);
    return Math.max(0, ...sides.map(({ side }) => side));
  }

  /** How far the query lies aside at a place, in fractions of the page. */
  private offsetAt({ left, top, width, height }: FractionBox): readonly [number, number] {
    const [u, v] = [left + width / 2, top + height / 2];
    const [x, y] = imageOf(this.options.pose, [u, v]);
    return [x - u, y - v];
  }

  private async compare(
    [reference, query]: readonly [Raster, Raster],
    leastThicknessPx: number,
    settings: FineSettings & { readonly asTheyAre?: boolean },
  ): Promise<FineComparison> {
    return withVision(() =>
      this.vision.compareFinelyUndrawn(reference, query, this.options.signal, {
        ...settings,
        sensitivity: 'proof',
        leastThicknessPx,
      }),
    );
  }
}

/**
 * How many pixels the same print lies aside in the second of two pictures of one size.
 *
 * @param most in each direction: with as many dots to the inch as places are looked at, less than files may lie aside
 */
function shiftBetween(first: Raster, second: Raster, most: number): readonly [x: number, y: number] {
  const { width, height } = first;
  if (second.width !== width || second.height !== height || Math.min(width, height) <= 4 * most)
    return [0, 0];
  const step = Math.max(1, Math.floor((width * height) / MOST_MEASURED));
  let best: { readonly sum: number; readonly shift: readonly [number, number] } | undefined;
  for (let y = -most; y <= most; y += 1) {
    for (let x = -most; x <= most; x += 1) {
      let sum = 0;
      for (let row = most; row < height - most; row += 1) {
        for (let column = most + (row % step); column < width - most; column += step) {
          const at = (row * width + column) * 3 + 1;
          sum += Math.abs((first.data[at] ?? 0) - (second.data[at + (y * width + x) * 3] ?? 0));
        }
      }
      // Of equal ones the nearest.
      sum += Math.hypot(x, y) / 100;
      if (best === undefined || sum < best.sum) best = { sum, shift: [x, y] };
    }
  }
  return best?.shift ?? [0, 0];
}

function meets(first: FractionBox, second: FractionBox): boolean {
  return sharedArea(first, second) > 0 || areaOf(second) === 0;
}
