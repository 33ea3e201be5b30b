import { paintCityNight } from '../../paint/city.painter.js';
import { paintLandscape } from '../../paint/landscape.painter.js';
import { paintPebbles } from '../../paint/pebbles.painter.js';
import { fromSharp, toSharp, type RgbImage } from '../../paint/rgb-image.js';
import { strewFruit } from '../../paint/still-life.painter.js';
import { paintTart } from '../../paint/tart.painter.js';
import { createRandom, seedOf } from '../../random.js';
import { paintSurface } from '../../paint/surface.painter.js';

/** Pixels painted along the longer side; larger pictures are enlarged from this, as photos out of a phone are. */
const paintedSidePx = 320;

/** A photo-like picture without text: landscape, city, beach, fruit or tart, another for each seed. */
export async function paintPicture(width: number, height: number, seed: number): Promise<RgbImage> {
  const random = createRandom(seedOf(seed, 'picture'));
  const reduction = Math.max(1, Math.max(width, height) / paintedSidePx);
  const [w, h] = [Math.round(width / reduction), Math.round(height / reduction)];
  const painted = random.pick([landscape, landscape, city, pebbles, fruit, tart])(
    w,
    h,
    random.integer(0, 1e9),
  );
  if (reduction === 1) return painted;
  return fromSharp(toSharp(painted).resize(width, height, { fit: 'fill', kernel: 'lanczos3' }));
}

type Painter = (width: number, height: number, seed: number) => RgbImage;

const landscape: Painter = (width, height, seed) => paintLandscape(width, height, seed);

const city: Painter = (width, height, seed) => paintCityNight(width, height, seed);

const pebbles: Painter = (width, height, seed) => paintPebbles(width, height, seed, 14 + (seed % 22));

const fruit: Painter = (width, height, seed) => {
  const table = paintSurface(width, height, seed);
  strewFruit(table, seed, 14 + (seed % 26), 30 + (seed % 31));
  return table;
};

const tart: Painter = (width, height, seed) => {
  const random = createRandom(seedOf(seed, 'tart place'));
  const table = paintSurface(width, height, seed);
  const side = Math.min(width, height);
  strewFruit(table, seed + 1, 9, side * 0.09);
  paintTart(
    table,
    width * random.between(0.4, 0.6),
    height * random.between(0.4, 0.6),
    side * random.between(0.24, 0.34),
    seed,
  );
  return table;
};
