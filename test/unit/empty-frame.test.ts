/** Frames of a camera that show nothing. */
import { expect, it } from 'vitest';
import { isEmptyFrame } from '../../src/engine-host/empty-frame.js';
import { makeRandom } from '../kit/files/rasters.js';

/** A wall in slanting light, with the noise of a camera. */
function wall(noise: number, width = 640, height = 480) {
  const random = makeRandom(7);
  const data = Buffer.alloc(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const even = 120 + (40 * x) / width + (30 * y) / height;
      data[y * width + x] = Math.round(even + noise * (random(1000) / 500 - 1));
    }
  }
  return { data, width, height, channels: 1, originalWidth: width, originalHeight: height } as const;
}

function withMark(size: number, levels: number, left: number, top: number) {
  const frame = wall(2);
  for (let y = top; y < top + size; y += 1)
    for (let x = left; x < left + size; x += 1)
      frame.data[y * frame.width + x] = (frame.data[y * frame.width + x] ?? 0) - levels;
  return frame;
}

it.each([0, 2, 8])('a wall with noise of %s levels shows nothing', (noise) => {
  expect(isEmptyFrame(wall(noise))).toBe(true);
});

it.each([
  ['a mark in the middle', withMark(20, 60, 300, 200)],
  ['a mark at the edge', withMark(16, 60, 620, 460)],
  ['a faint large sheet', withMark(200, 16, 100, 100)],
  ['a small picture', wall(0, 120, 160)],
])('%s is looked at', (_, frame) => {
  expect(isEmptyFrame(frame)).toBe(false);
});
