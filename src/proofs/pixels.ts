import type { FractionBox, Raster } from '../engine-host/types.js';

/** Of 255: what compression or another program's rounding leaves. */
const LEAST_STEP = 24;

/** Whether a place of two pictures in RGB holds other pixels; pictures of other sizes always do. */
export function looksDifferent(first: Raster, second: Raster, box: FractionBox): boolean {
  if (first.width !== second.width || first.height !== second.height) return true;
  const { width, height } = first;
  const left = Math.max(0, Math.floor(box.left * width));
  const right = Math.min(width, Math.ceil((box.left + box.width) * width));
  const top = Math.max(0, Math.floor(box.top * height));
  const bottom = Math.min(height, Math.ceil((box.top + box.height) * height));
  for (let y = top; y < bottom; y += 1) {
    for (let at = (y * width + left) * 3; at < (y * width + right) * 3; at += 1) {
      if (Math.abs((first.data[at] ?? 0) - (second.data[at] ?? 0)) >= LEAST_STEP) return true;
    }
  }
  return false;
}
