import type { RgbImage } from '../../packages/bench/paint/rgb-image.js';
import { renderMagazinePage } from '../../packages/bench/print/magazine.js';

let page: Promise<RgbImage> | null = null;

/** One page of a magazine, painted once for all tests of a file. */
export async function paintedPage(): Promise<RgbImage> {
  page ??= renderMagazinePage(1);
  return page;
}
