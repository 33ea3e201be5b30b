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
/** Two programs draw the same outline with a pixel more or less: marks that are nowhere thicker are none. */
const thicknessPx = (finer: number): number => (finer > OF_PAGES ? 3 : 2);
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
    const [reference, query] = this.pages;
    const { width, height } = reference.raster;
    const from = (fraction: number, side: number) => Math.max(0, Math.floor(fraction * side) - AROUND_PX);
    const [left, top] = [from(box.left, width), from(box.top, height)];
    const right = Math.min(width, Math.ceil((box.left + box.width) * width) + AROUND_PX);
    const bottom = Math.min(height, Math.ceil((box.top + box.height) * height) + AROUND_PX);
    const area = {
      left: left * OF_PLACES,
      top: top * OF_PLACES,
      width: (right - left) * OF_PLACES,
      height: (bottom - top) * OF_PLACES,
    };
    const [aside, below] = this.offsetAt(box);
    const inQuery = {
      ...area,
      left: area.left + Math.round(aside * width * OF_PLACES),
      top: area.top + Math.round(below * height * OF_PLACES),
    };
    const drawn = [
      await reference.draw({ finer: OF_PLACES, area }),
      await query.draw({ finer: OF_PLACES, area: inQuery }),
    ] as const;
    const { sensitivity: _, ignore: _ignored, minSize: _least, ...settings } = this.options.settings;
    const { differences } = await this.compare(drawn, thicknessPx(OF_PLACES), {
      ...settings,
      asTheyAre: true,
    });
    // Boxes of letters end below their accents, and pixels of both sizes do not end together.
    const own = {
      left: (box.left * width - left - BESIDE_PX) / (right - left),
      top: (box.top * height - top - BESIDE_PX) / (bottom - top),
      width: (box.width * width + 2 * BESIDE_PX) / (right - left),
      height: (box.height * height + 2 * BESIDE_PX) / (bottom - top),
    };
    return differences.some(({ inReference, inQuery: at }) => meets(inReference, own) || meets(at, own));
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

function meets(first: FractionBox, second: FractionBox): boolean {
  return sharedArea(first, second) > 0 || areaOf(second) === 0;
}
