import { type Canvas, writePdf } from './draw/pdf-writer.js';
import { rasterizePdfPage } from './draw/pdf-rasterizer.js';
import { drawBack } from './magazine/back.page.js';
import { drawCity } from './magazine/city.page.js';
import { drawCover } from './magazine/cover.page.js';
import { drawFabrics } from './magazine/fabrics.page.js';
import { drawHerbarium } from './magazine/herbarium.page.js';
import { pageHeight, pageWidth, type PageDrawing, type PictureName } from './magazine/layout.js';
import { drawMap } from './magazine/map.page.js';
import { drawOrchard } from './magazine/orchard.page.js';
import { paintPictures } from './magazine/pictures.js';
import { drawRecipe } from './magazine/recipe.page.js';
import type { RgbImage } from '../paint/rgb-image.js';

interface Page {
  readonly draw: PageDrawing;
  readonly pictures: readonly PictureName[];
}

const pages: readonly Page[] = [
  { draw: drawCover, pictures: ['lake'] },
  { draw: drawHerbarium, pictures: ['valley'] },
  { draw: drawMap, pictures: [] },
  { draw: drawRecipe, pictures: ['tart', 'market'] },
  { draw: drawCity, pictures: ['city'] },
  { draw: drawFabrics, pictures: [] },
  { draw: drawOrchard, pictures: [] },
  { draw: drawBack, pictures: ['coast', 'pebbles'] },
];

export const magazinePageCount = pages.length;

/** Width in pixels at which magazine pages are rendered for photos. */
const renderWidthPx = 1000;

let printed: Promise<Buffer> | undefined;
/** Pages that were printed alone. */
const printedAlone = new Map<Page, Promise<Buffer>>();

/**
 * Prints the demo magazine, eight A4 pages of drawings, paintings and text of our own, as a PDF.
 * Always the same bytes; printed once per process.
 */
export function printMagazine(): Promise<Buffer> {
  printed ??= print(pages);
  return printed;
}

/** Another edition of one page, as a PDF: `edit` gives the canvas that it is drawn on. */
export function printEditedPage(pageIndex: number, edit: (canvas: Canvas) => Canvas): Promise<Buffer> {
  return print([pageAt(pageIndex)], edit);
}

function pageAt(pageIndex: number): Page {
  const page = pages[pageIndex];
  if (page !== undefined) return page;
  throw new RangeError(`the magazine has pages 0 to ${magazinePageCount - 1}, not ${pageIndex}`);
}

async function print(some: readonly Page[], edit = (canvas: Canvas): Canvas => canvas): Promise<Buffer> {
  const pictures = await paintPictures(some.flatMap((page) => page.pictures));
  return writePdf(
    { width: pageWidth, height: pageHeight, title: 'Lisière, no. 14' },
    some.map(
      ({ draw }) =>
        (canvas) =>
          draw(edit(canvas), pictures),
    ),
  );
}

/**
 * One page of the magazine as pixels, `pageIndex` from 0. Where the magazine was not printed before, that page alone
 * is: it looks the same, in a fraction of the time.
 */
export async function renderMagazinePage(pageIndex: number, widthPx = renderWidthPx): Promise<RgbImage> {
  const page = pageAt(pageIndex);
  if (printed !== undefined) return rasterizePdfPage(await printed, pageIndex, widthPx);
  const alone = printedAlone.get(page) ?? print([page]);
  printedAlone.set(page, alone);
  return rasterizePdfPage(await alone, 0, widthPx);
}
