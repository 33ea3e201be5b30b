import { createRandom, seedOf } from '../random.js';

export interface NoiseOptions {
  readonly seed: number;
  /** Size in pixels of one cell of the coarsest octave. */
  readonly cell: number;
  /** Vertical cell size when it differs, for grain and ripples. */
  readonly cellY?: number;
  readonly octaves: number;
  /** Weight of each octave relative to the one before; 0.5 looks like clouds, 0.7 like rock. */
  readonly gain?: number;
}

/**
 * Fractal value noise, one value in 0..1 per pixel, row after row. Whole rows of the lattice are interpolated
 * at once, which makes a picture of a megapixel cost a few milliseconds an octave.
 */
export function noiseField(width: number, height: number, options: NoiseOptions): Float32Array {
  const field = new Float32Array(width * height);
  const gain = options.gain ?? 0.5;
  let amplitude = 1;
  let total = 0;
  let cellX = options.cell;
  let cellY = options.cellY ?? options.cell;
  for (let octave = 0; octave < options.octaves && (cellX >= 1.5 || cellY >= 1.5); octave++) {
    addOctave(field, width, height, {
      cellX: Math.max(1, cellX),
      cellY: Math.max(1, cellY),
      amplitude,
      seed: seedOf(options.seed, `octave${octave}`),
    });
    total += amplitude;
    amplitude *= gain;
    cellX /= 2;
    cellY /= 2;
  }
  for (let index = 0; index < field.length; index++) field[index]! /= total;
  return field;
}

interface Octave {
  readonly cellX: number;
  readonly cellY: number;
  readonly amplitude: number;
  readonly seed: number;
}

function addOctave(field: Float32Array, width: number, height: number, octave: Octave): void {
  const columns = Math.ceil(width / octave.cellX) + 2;
  const rows = Math.ceil(height / octave.cellY) + 2;
  const random = createRandom(octave.seed);
  const lattice = new Float32Array(columns * rows);
  for (let node = 0; node < lattice.length; node++) lattice[node] = random.next() * octave.amplitude;
  const left = new Int32Array(width);
  const blend = new Float32Array(width);
  for (let x = 0; x < width; x++) {
    const position = x / octave.cellX;
    left[x] = Math.floor(position);
    blend[x] = smooth(position - Math.floor(position));
  }
  const line = new Float32Array(columns);
  for (let y = 0; y < height; y++) {
    const position = y / octave.cellY;
    const row = Math.floor(position) * columns;
    const weight = smooth(position - Math.floor(position));
    for (let column = 0; column < columns; column++) {
      const above = lattice[row + column]!;
      line[column] = above + (lattice[row + columns + column]! - above) * weight;
    }
    const start = y * width;
    for (let x = 0; x < width; x++) {
      const value = line[left[x]!]!;
      field[start + x]! += value + (line[left[x]! + 1]! - value) * blend[x]!;
    }
  }
}

function smooth(t: number): number {
  return t * t * (3 - 2 * t);
}

/** Fractal noise along a line, `length` values in 0..1: ridges, coasts, roof lines. */
export function noiseLine(length: number, options: NoiseOptions): Float32Array {
  return noiseField(length, 1, options);
}
