import type { Raster } from '../../../src/engine-host/types.js';

/** SplitMix64-like generator on 32 bits: the same numbers everywhere. */
export function makeRandom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x9e3779b9) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return ((z ^ (z >>> 16)) >>> 0) % below;
  };
}

/** A gray picture of random rectangles, rich in corners, different for every seed. */
export function makePicture(seed: number, width = 480, height = 360, shapes = 220): Raster {
  const random = makeRandom(seed);
  const data = Buffer.alloc(width * height, 200);
  for (let i = 0; i < shapes; i += 1) {
    const x = random(width);
    const y = random(height);
    const right = Math.min(width, x + 4 + random(Math.floor(width / 6)));
    const bottom = Math.min(height, y + 4 + random(Math.floor(height / 6)));
    const value = random(256);
    for (let row = y; row < bottom; row += 1) data.fill(value, row * width + x, row * width + right);
  }
  return { data, width, height, channels: 1, originalWidth: width * 2, originalHeight: height * 2 };
}

/** A picture of one gray level. */
export function makeFlat(width: number, height: number): Raster {
  return {
    data: Buffer.alloc(width * height, 128),
    width,
    height,
    channels: 1,
    originalWidth: width,
    originalHeight: height,
  };
}

/** The picture with left and right swapped. */
export function mirror(raster: Raster): Raster {
  const data = Buffer.from(raster.data);
  for (let y = 0; y < raster.height; y += 1) {
    data.subarray(y * raster.width, (y + 1) * raster.width).reverse();
  }
  return { ...raster, data };
}

/** A large photo full of other things, in which a picture takes a small part. */
export function smallInPhoto(seed: number, picture: Raster, x: number, y: number): Raster {
  const photo = makePicture(seed, 1440, 1080, 700);
  for (let row = 0; row < picture.height; row += 1) {
    const at = row * picture.width;
    picture.data.copy(photo.data, (y + row) * photo.width + x, at, at + picture.width);
  }
  return { ...photo, originalWidth: photo.width, originalHeight: photo.height };
}

/** The pictures side by side on one raster, as in a photo that shows both. */
export function sideBySide(left: Raster, right: Raster): Raster {
  const width = left.width + right.width;
  const height = Math.max(left.height, right.height);
  const data = Buffer.alloc(width * height, 90);
  for (const [raster, offset] of [
    [left, 0],
    [right, left.width],
  ] as const) {
    for (let y = 0; y < raster.height; y += 1) {
      raster.data.copy(data, y * width + offset, y * raster.width, (y + 1) * raster.width);
    }
  }
  return { data, width, height, channels: 1, originalWidth: width, originalHeight: height };
}

/** The same picture but for one pixel: comparing the very same pixels is no work. */
export function withAnotherPixel(raster: Raster): Raster {
  const data = Buffer.from(raster.data);
  data[0] = 255 - (data[0] ?? 0);
  return { ...raster, data };
}
