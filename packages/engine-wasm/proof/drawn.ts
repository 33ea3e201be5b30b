/** Pages and photos of them, drawn by numbers alone: the same on every machine. */
import type { GrayPixels } from '../src/wasm-module.js';

/** A number of a list that is known to be that long. */
const at = (numbers: ArrayLike<number>, place: number): number => numbers[place] ?? 0;

/** SplitMix32. */
export function randomOf(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x9e3779b9) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return Math.floor((((z ^ (z >>> 16)) >>> 0) / 2 ** 32) * below);
  };
}

/** Rectangles, lines of small marks like text, and a slope of gray. */
export function drawPage(seed: number, width: number, height: number): GrayPixels {
  const random = randomOf(seed);
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) data.fill(200 + Math.floor((40 * y) / height), y * width, (y + 1) * width);
  const fill = (x0: number, y0: number, w: number, h: number, value: number) => {
    for (let y = y0; y < Math.min(height, y0 + h); y++)
      data.fill(value, y * width + x0, y * width + Math.min(width, x0 + w));
  };
  for (let i = 0; i < 60; i++)
    fill(random(width), random(height), 4 + random(width / 5), 4 + random(height / 6), random(256));
  for (let line = 0; line < 14; line++) {
    const top = random(height - 8);
    for (let x = random(width / 2), end = x + width / 3; x < end; x += 3 + random(4))
      fill(x, top + random(3), 1 + random(3), 3 + random(5), random(90));
  }
  return { data, width, height };
}

/** Where a page lies in a photo: its corners in fractions, clockwise from the top left. */
export type Corners = readonly [number, number][];

/** The projective map from places of the photo to those of the page: its eight unknowns. */
function pageFromPhoto(corners: Corners): readonly number[] {
  const page = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ];
  const rows = corners.flatMap(([x, y], i) => {
    const [u = 0, v = 0] = page[i] ?? [];
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ];
  });
  for (let i = 0; i < 8; i++) {
    const pivot = rows
      .slice(i)
      .reduce((best, row) => (Math.abs(at(row, i)) > Math.abs(at(best, i)) ? row : best));
    rows.splice(rows.indexOf(pivot), 1);
    rows.splice(i, 0, pivot);
    for (const row of rows) {
      if (row === pivot) continue;
      const factor = at(row, i) / at(pivot, i);
      for (let k = i; k < 9; k++) row[k] = at(row, k) - factor * at(pivot, k);
    }
  }
  return rows.map((row, i) => at(row, 8) / at(row, i));
}

/** A photo of a page on a table: bilinear, with noise, less contrast, and glare on request. */
export function photograph(
  page: GrayPixels,
  corners: Corners,
  {
    seed,
    width = 960,
    height = 720,
    noise = 8,
    glare = false,
  }: { seed: number; width?: number; height?: number; noise?: number; glare?: boolean },
): GrayPixels {
  const random = randomOf(seed);
  // Objects for each pixel would be slow: drawing takes most of the time of a proof.
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = pageFromPhoto(corners);
  const [most, lowest] = [page.width - 1.001, page.height - 1.001];
  const data = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    const y = (row + 0.5) / height;
    for (let column = 0; column < width; column++) {
      const x = (column + 0.5) / width;
      const w = g * x + h * y + 1;
      const u = (a * x + b * y + c) / w;
      const v = (d * x + e * y + f) / w;
      let value = 96 + ((column * 7 + row * 13) % 5);
      if (u >= 0 && u < 1 && v >= 0 && v < 1) {
        const px = Math.min(most, Math.max(0, u * page.width - 0.5));
        const py = Math.min(lowest, Math.max(0, v * page.height - 0.5));
        const corner = Math.floor(py) * page.width + Math.floor(px);
        const fx = px - Math.floor(px);
        const fy = py - Math.floor(py);
        const under = corner + page.width;
        const top = at(page.data, corner) * (1 - fx) + at(page.data, corner + 1) * fx;
        const bottom = at(page.data, under) * (1 - fx) + at(page.data, under + 1) * fx;
        value = 20 + 0.8 * (top * (1 - fy) + bottom * fy);
      }
      if (glare)
        value += 160 * Math.exp(-(((column - width * 0.4) / 90) ** 2 + ((row - height * 0.5) / 70) ** 2));
      data[row * width + column] = Math.max(0, Math.min(255, value + random(noise + 1) - noise / 2));
    }
  }
  return { data, width, height };
}

/** Corners of a page that lies somehow: turned, tilted, near or far. */
export function someCorners(seed: number): Corners {
  const random = randomOf(seed);
  const between = (low: number, high: number) => low + ((high - low) * random(10_001)) / 10_000;
  const size = between(0.35, 0.6);
  const turn = between(-0.6, 0.6) + (random(4) === 0 ? Math.PI : 0);
  const middle = [between(0.42, 0.58), between(0.42, 0.58)] as const;
  return (
    [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ] as const
  ).map(([x, y]): [number, number] => {
    const tilt = 1 + between(-0.12, 0.12);
    const a = x * size * 0.75 * tilt;
    const b = y * size * tilt;
    return [
      middle[0] + a * Math.cos(turn) - b * Math.sin(turn),
      middle[1] + a * Math.sin(turn) + b * Math.cos(turn),
    ];
  });
}
