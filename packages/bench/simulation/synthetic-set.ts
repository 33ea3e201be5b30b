import { toJpeg, type RgbImage } from '../paint/rgb-image.js';
import { rasterizePdfPage } from '../print/draw/pdf-rasterizer.js';
import { writePdf, type Canvas } from '../print/draw/pdf-writer.js';
import { createRandom, seedOf } from '../random.js';
import { drawIllustrationPage } from './synthetic/drawing.page.js';
import { drawManualPage } from './synthetic/manual.page.js';
import { drawMixedPage, picturesPerMixedPage } from './synthetic/mixed.page.js';
import { paintPicture } from './synthetic/picture.js';

/**
 * `manual`: text pages that share header, fonts and layout with their neighbors (40 consecutive seeds are one
 * manual). `magazine`: pictures and text. `illustration`: line drawings. `photo`: pictures without text.
 */
export type PageKind = 'manual' | 'magazine' | 'illustration' | 'photo';

export const pageKinds: readonly PageKind[] = ['manual', 'magazine', 'illustration', 'photo'];

const longerSidePx = 1000;
const pageWidthPx = 707;
/** JPEG quality of encoded references. */
export const jpegQuality = 90;

/** One synthetic reference as pixels, 1000 on its longer side; the same kind and seed give the same picture. */
export async function makePagePixels(kind: PageKind, seed: number): Promise<RgbImage> {
  if (kind === 'photo') return makePhotoPixels(seed);
  const pictures = kind === 'magazine' ? await makeInsets(seed) : [];
  const draw = (canvas: Canvas): void => {
    if (kind === 'manual') drawManualPage(canvas, seed);
    else if (kind === 'magazine') drawMixedPage(canvas, seed, pictures);
    else drawIllustrationPage(canvas, seed);
  };
  const pdf = await writePdf({ width: 595, height: 842, title: kind, isCompressed: false }, [draw]);
  return rasterizePdfPage(pdf, 0, pageWidthPx);
}

/** The same, encoded as JPEG. */
export async function makePage(kind: PageKind, seed: number): Promise<Buffer> {
  return toJpeg(await makePagePixels(kind, seed), jpegQuality);
}

function makePhotoPixels(seed: number): Promise<RgbImage> {
  const random = createRandom(seedOf(seed, 'photo format'));
  const shorter = Math.round(longerSidePx * random.pick([0.5625, 0.667, 0.75]));
  const isUpright = random.chance(0.5);
  return paintPicture(isUpright ? shorter : longerSidePx, isUpright ? longerSidePx : shorter, seed);
}

async function makeInsets(seed: number): Promise<Buffer[]> {
  const insets: Buffer[] = [];
  for (let inset = 0; inset < picturesPerMixedPage; inset++) {
    insets.push(
      await toJpeg(
        await paintPicture(inset === 0 ? 400 : 200, inset === 0 ? 260 : 150, seedOf(seed, `inset${inset}`)),
        85,
      ),
    );
  }
  return insets;
}
