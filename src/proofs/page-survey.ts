/** The first look at a page: what pairs it with another, and its thumbnail. */
import type { PdfPages } from '../media/pdf/pdf-renderer.js';
import { sharp } from '../media/pictures/sharp.js';
import type { Picture } from './compared-pdfs.js';
import type { SurveyedPage } from './page-alignment.js';
import { printOf } from './page-print.js';
import { drawPage } from './pdf-pages.js';

const THUMBNAIL_SIDE_PX = 240;
const THUMBNAIL_QUALITY = 80;

export interface PageSurvey extends SurveyedPage {
  readonly thumbnail: Picture;
}

/** @param index from 0 @throws LoupeError INVALID_IMAGE */
export async function surveyPage(pages: PdfPages, index: number): Promise<PageSurvey> {
  const { raster } = await drawPage(pages, index);
  const words = (await pages.words(index)).map((word) => word.text);
  const { data, info } = await sharp(raster.data, {
    raw: { width: raster.width, height: raster.height, channels: 3 },
  })
    .resize({ width: THUMBNAIL_SIDE_PX, height: THUMBNAIL_SIDE_PX, fit: 'inside' })
    .jpeg({ quality: THUMBNAIL_QUALITY })
    .toBuffer({ resolveWithObject: true });
  const thumbnail = { jpeg: data, width: info.width, height: info.height };
  return { print: printOf(raster), words, thumbnail };
}
