import { paintCityNight } from '../../paint/city.painter.js';
import { hex } from '../../paint/color.js';
import { paintLandscape } from '../../paint/landscape.painter.js';
import { paintPebbles } from '../../paint/pebbles.painter.js';
import { createImage, toJpeg, type RgbImage } from '../../paint/rgb-image.js';
import { strewFruit } from '../../paint/still-life.painter.js';
import { paintTart } from '../../paint/tart.painter.js';
import { paintSurface } from '../../paint/surface.painter.js';
import type { PictureName, Pictures } from './layout.js';

const printQuality = 86;

const painters: Readonly<Record<PictureName, () => RgbImage>> = {
  lake: () => paintLandscape(760, 1075, 11, 0),
  valley: () => paintLandscape(640, 330, 23, 3),
  coast: () => paintLandscape(720, 620, 38, 2),
  city: () => paintCityNight(760, 720, 5),
  pebbles: () => paintPebbles(520, 300, 9, 30),
  market: () => {
    const table = paintSurface(620, 300, 8);
    strewFruit(table, 21, 60, 58);
    return table;
  },
  tart: () => {
    const table = createImage(640, 600, hex('#7a8f86'));
    const cloth = paintSurface(640, 600, 18);
    table.data.set(cloth.data);
    paintTart(table, 320, 296, 205, 4);
    strewFruit(table, 6, 0, 40);
    return table;
  },
};

const everyName = Object.keys(painters) as readonly PictureName[];

/** Paints pictures of the magazine; always the same bytes. */
export async function paintPictures(names: readonly PictureName[] = everyName): Promise<Pictures> {
  const painted: [string, Buffer][] = [];
  for (const name of names) painted.push([name, await toJpeg(painters[name](), printQuality)]);
  return Object.fromEntries(painted) as Pictures;
}
