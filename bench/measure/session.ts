/** What measurements work on: an engine with one thread, and an index of all references of the data. */
import { readFile } from 'node:fs/promises';

import { ImageDecoder } from '../../src/media/image-decoder.js';
import type { NativeEngine, NativeIndex } from '../../src/vision/native.js';
import type { RecognitionRole } from '../../src/vision/decode-size.js';
import type { Raster } from '../../src/vision/types.js';
import type { BenchReference } from '../sets/dataset.js';
import type { ProgressBar } from '../progress.js';
import { cpuMs } from './cpu.js';

export const decoder = new ImageDecoder({ maxPixels: 100_000_000, maxFileBytes: 100_000_000 });

export interface Session {
  readonly engine: NativeEngine;
  readonly index: NativeIndex;
  readonly references: readonly BenchReference[];
  /** Keys are 1 to the number of references, in their order. */
  readonly keyOf: ReadonlyMap<string, number>;
  /** CPU time of each insertion from a JPEG file, in milliseconds. */
  readonly insertCpuMs: readonly number[];
  /** Signatures to make simulated references from. */
  readonly pool: readonly Buffer[];
}

const POOL_SIZE = 2000;

export async function decodeFile(file: string, role: RecognitionRole): Promise<Raster> {
  return decoder.raster(await readFile(file), role);
}

/** Inserts every reference as the product does: file, pixels, signature, index, one at a time. */
export async function indexReferences(
  engine: NativeEngine,
  references: readonly BenchReference[],
  bar: ProgressBar,
  signal: AbortSignal,
): Promise<Session> {
  const index = engine.createIndex();
  const keyOf = new Map<string, number>();
  const insertCpuMs: number[] = [];
  const pool: Buffer[] = [];
  for (const [rank, reference] of references.entries()) {
    signal.throwIfAborted();
    const before = cpuMs();
    const { dna } = await engine.extract(await decodeFile(reference.file, 'reference'), 'reference');
    await index.apply([{ key: rank + 1, dna }]);
    insertCpuMs.push(cpuMs() - before);
    keyOf.set(reference.id, rank + 1);
    if (pool.length < POOL_SIZE) pool.push(dna);
    bar.update(rank + 1, references.length);
  }
  if (index.needsCompaction()) await index.compact();
  return { engine, index, references, keyOf, insertCpuMs, pool };
}
