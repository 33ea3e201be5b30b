import { writePdf } from './draw/pdf-writer.js';
import { rasterizePdfPage } from './draw/pdf-rasterizer.js';
import { drawBack } from './magazine/back.page.js';
import { drawCity } from './magazine/city.page.js';
import { drawCover } from './magazine/cover.page.js';
import { drawFabrics } from './magazine/fabrics.page.js';
import { drawHerbarium } from './magazine/herbarium.page.js';
import { pageHeight, pageWidth, type PageDrawing } from './magazine/layout.js';
import { drawMap } from './magazine/map.page.js';
import { drawOrchard } from './magazine/orchard.page.js';
import { paintPictures } from './magazine/pictures.js';
import { drawRecipe } from './magazine/recipe.page.js';
import type { RgbImage } from '../paint/rgb-image.js';

const pages: readonly PageDrawing[] = [
  drawCover,
  drawHerbarium,
  drawMap,
  drawRecipe,
  drawCity,
  drawFabrics,
  drawOrchard,
  drawBack,
];

export const magazinePageCount = pages.length;

/** Width in pixels at which magazine pages are rendered for photos. */
const renderWidthPx = 1000;

let printed: Promise<Buffer> | undefined;

/**
 * Prints the demo magazine, eight A4 pages of drawings, paintings and text of our own, as a PDF.
 * Always the same bytes; printed once per process.
 */
export function printMagazine(): Promise<Buffer> {
  printed ??= paintPictures().then((pictures) =>
    writePdf(
      { width: pageWidth, height: pageHeight, title: 'Lisière, no. 14' },
      pages.map((draw) => (canvas) => draw(canvas, pictures)),
    ),
  );
  return printed;
}

/** One page of the magazine as pixels, `pageIndex` from 0. */
export async function renderMagazinePage(pageIndex: number, widthPx = renderWidthPx): Promise<RgbImage> {
  if (!Number.isInteger(pageIndex) || pageIndex < 0 || pageIndex >= magazinePageCount) {
    throw new RangeError(`the magazine has pages 0 to ${magazinePageCount - 1}, not ${pageIndex}`);
  }
  return rasterizePdfPage(await printMagazine(), pageIndex, widthPx);
}
