import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { RgbImage } from '../../paint/rgb-image.js';

let library: Promise<PDFiumLibrary> | undefined;

/**
 * Renders one page of a trusted PDF of our own, `pageIndex` from 0, to the given width in pixels.
 * The standard fonts come from the renderer itself, so the result does not depend on the machine's fonts.
 */
export async function rasterizePdfPage(pdf: Buffer, pageIndex: number, widthPx: number): Promise<RgbImage> {
  library ??= PDFiumLibrary.init();
  const document = await (await library).loadDocument(pdf);
  try {
    const page = document.getPage(pageIndex);
    const { originalWidth, originalHeight } = page.getOriginalSize();
    const heightPx = Math.round((widthPx * originalHeight) / originalWidth);
    const rendered = await page.render({ width: widthPx, height: heightPx, render: 'bitmap' });
    return dropAlpha(rendered.data, rendered.width, rendered.height);
  } finally {
    document.destroy();
  }
}

// The renderer hands out its bitmap in red, green, blue, alpha order on an opaque white page.
function dropAlpha(rgba: Uint8Array, width: number, height: number): RgbImage {
  const data = new Uint8ClampedArray(width * height * 3);
  for (let from = 0, to = 0; to < data.length; from += 4, to += 3) {
    data[to] = rgba[from]!;
    data[to + 1] = rgba[from + 1]!;
    data[to + 2] = rgba[from + 2]!;
  }
  return { data, width, height };
}
