/** Films in which a page is moved before the camera and comes to rest in a hand, for any moment of them. */
import { shareOfPicture } from '../../../src/engine-host/plane.js';
import type { GrayPixels } from '../src/wasm-module.js';
import { type Corners, photograph, someCorners } from './drawn.js';

/** A page is in view once that much is of what will be. */
const IN_VIEW = 0.5;
const EXPOSURE_MS = 16;

export interface Approach {
  readonly page: GrayPixels;
  readonly rest: Corners;
  /** Where it comes from, in widths and heights of the picture. */
  readonly from: readonly [number, number];
  /** Until it rests. */
  readonly movesMs: number;
  readonly seed: number;
}

/** A page comes from any side, within 0.3 to 0.8 seconds. */
export function approachOf(page: GrayPixels, number: number): Approach {
  const turn = number * 2.399;
  return {
    page,
    rest: someCorners(9000 + number),
    from: [1.3 * Math.cos(turn), 1.3 * Math.sin(turn)],
    movesMs: 300 + ((number * 61) % 500),
    seed: number,
  };
}

/** It is slowed down until it rests. */
function cornersAt({ rest, from, movesMs, seed }: Approach, ms: number): Corners {
  const left = Math.max(0, 1 - ms / movesMs) ** 2;
  const shakes = (hertz: number) => 0.003 * Math.sin(((ms + seed * 77) / 1000) * 2 * Math.PI * hertz);
  return rest.map(([x, y]) => [x + left * from[0] + shakes(3.1), y + left * from[1] + shakes(2.3)]);
}

/** The mean of what is in view while the shutter is open: 960 by 720 pixels. */
export function pictureAt(film: Approach, ms: number): GrayPixels {
  const times = ms < film.movesMs ? [0, 0.5, 1].map((share) => ms + share * EXPOSURE_MS) : [ms];
  const pictures = times.map((time) =>
    photograph(film.page, cornersAt(film, time), { seed: film.seed * 1000 + Math.round(ms), noise: 10 }),
  );
  const [first = pictureAt(film, film.movesMs)] = pictures;
  if (pictures.length === 1) return first;
  const data = first.data.map((_value, at) =>
    Math.round(pictures.reduce((sum, one) => sum + (one.data[at] ?? 0), 0) / pictures.length),
  );
  return { ...first, data };
}

/** Milliseconds until half of what will be in view is. */
export function inViewAt(film: Approach): number {
  const share = (ms: number) => shareOfPicture(cornersAt(film, ms));
  const last = share(film.movesMs);
  let ms = 0;
  while (share(ms) < IN_VIEW * last) ms += 5;
  return ms;
}
