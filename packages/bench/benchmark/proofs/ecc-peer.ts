/** A peer of fine comparison: the pixel difference after an alignment by OpenCV's ECC, in a program of its own. */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot } from '../project-root.js';
import type { Place } from './items.js';

const SOURCE = join(projectRoot, 'packages/bench/benchmark/peers/ecc/ecc_difference.cc');
const PROGRAM = join(projectRoot, 'build/ecc_difference');
const LIBRARIES = ['video', 'imgcodecs', 'imgproc', 'core'].map((name) => `-lopencv_${name}`);

export interface PeerRegions {
  /** null where the pictures could not be aligned. */
  readonly regions: readonly Place[] | null;
  readonly cpuMs: number;
}

/**
 * @param threshold of 255, from which on a pixel differs
 * @throws Error where there is no compiler, or no OpenCV with its module `video`
 */
export function compareByEcc(
  pairs: readonly (readonly [reference: string, query: string])[],
  threshold: number,
): readonly PeerRegions[] {
  build();
  const input = pairs.map((pair) => pair.join('\t')).join('\n');
  const { stdout, status } = spawnSync(PROGRAM, [String(threshold)], {
    input,
    encoding: 'utf8',
    maxBuffer: 1024 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`The peer ended with ${status}.`);
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [ms = '', ...boxes] = line.split('\t');
      if (ms === 'refused') return { regions: null, cpuMs: 0 };
      const regions = boxes.map((box): Place => {
        const [left = 0, top = 0, right = 0, bottom = 0] = box.split(',').map(Number);
        return [left, top, right, bottom];
      });
      return { regions, cpuMs: Number(ms) };
    });
}

function build(): void {
  mkdirSync(join(projectRoot, 'build'), { recursive: true });
  const args = ['-O2', '-std=c++17', '-I/usr/include/opencv4', SOURCE, '-o', PROGRAM, ...LIBRARIES];
  const { status, stderr } = spawnSync('g++', args, { encoding: 'utf8' });
  if (status === 0) return;
  throw new Error(`The peer needs g++ and all of OpenCV (Debian: libopencv-dev).\n${stderr ?? ''}`);
}
