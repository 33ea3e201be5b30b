/** Films of a drawn page in a hand: where its corners are is known in each picture. */
import type { GrayPixels } from '../src/wasm-module.js';
import { type Corners, photograph, someCorners } from './drawn.js';

/**
 * `motion` takes 3 seconds through most of the picture; `tilt` leans the page to 45 degrees and back; `glare` lies on it; a `hand` goes over a third
 * of it; it `leaves` the picture in the second half.
 */
export const FILM_KINDS = ['motion', 'tilt', 'glare', 'hand', 'leaves'] as const;
export type FilmKind = (typeof FILM_KINDS)[number];

export interface FilmPicture {
  readonly picture: GrayPixels;
  readonly corners: Corners;
}

export const PICTURES = 90;
/** Pictures a second. */
const RATE = 30;

function cornersAt(kind: FilmKind, from: Corners, number: number): Corners {
  const seconds = number / RATE;
  const moves = kind === 'motion' ? 0.14 : 0.02;
  const x = moves * Math.sin(2.1 * seconds) + 0.004 * Math.sin(23 * seconds);
  const y = moves * Math.sin(1.7 * seconds + 1) + 0.004 * Math.cos(19 * seconds);
  const away = kind === 'leaves' ? Math.max(0, seconds - 1.5) * 1.4 : 0;
  const lean = kind === 'tilt' ? Math.sin((Math.PI * number) / PICTURES) : 0;
  const middle = from.reduce(([a, b], [c, d]) => [a + c / 4, b + d / 4] as [number, number], [0, 0] as [
    number,
    number,
  ]);
  return from.map(([cornerX, cornerY], i) => {
    // The upper side goes away: it is seen shorter and nearer to the middle.
    const isFar = i < 2;
    const [dx, dy] = [cornerX - middle[0], cornerY - middle[1]];
    const along = 1 - lean * (isFar ? 0.35 : 0.05);
    const across = 1 - lean * 0.3;
    return [middle[0] + dx * along * across + x + away, middle[1] + dy * across * along + y] as [
      number,
      number,
    ];
  });
}

/** Picture 0..89 of a film. */
export function filmPicture(kind: FilmKind, page: GrayPixels, film: number, number: number): FilmPicture {
  const corners = cornersAt(kind, someCorners(5000 + film), number);
  const options = { seed: film * PICTURES + number, noise: 10, glare: kind === 'glare' };
  const picture = photograph(page, corners, options);
  return { picture: kind === 'hand' ? covered(picture, number) : picture, corners };
}

/** A plain round thing goes through the picture, as large as a hand before a page. */
function covered({ data, width, height }: GrayPixels, number: number): GrayPixels {
  const [x, y] = [width * (0.15 + (0.7 * number) / PICTURES), height * 0.6];
  const shown = data.map((value, at) => {
    const [dx, dy] = [(at % width) - x, Math.floor(at / width) - y];
    const share = (dx / (0.16 * width)) ** 2 + (dy / (0.34 * height)) ** 2;
    return share < 1 ? 165 - 40 * share + (value % 5) : value;
  });
  return { data: shown, width, height };
}

/** A picture reduced as browsers do it: each pixel is the mean of nine places. */
export function smaller({ data, width, height }: GrayPixels, sidePx: number): GrayPixels {
  const scale = sidePx / Math.max(width, height);
  const [newWidth, newHeight] = [Math.round(width * scale), Math.round(height * scale)];
  const reduced = new Uint8Array(newWidth * newHeight);
  for (let y = 0; y < newHeight; y++)
    for (let x = 0; x < newWidth; x++) {
      let sum = 0;
      for (const v of [1, 3, 5])
        for (const u of [1, 3, 5])
          sum +=
            data[
              Math.floor(((y + v / 6) * height) / newHeight) * width +
                Math.floor(((x + u / 6) * width) / newWidth)
            ] ?? 0;
      reduced[y * newWidth + x] = Math.round(sum / 9);
    }
  return { data: reduced, width: newWidth, height: newHeight };
}
