/** What measurements work on: an engine with one thread, and an index of references that grows. */
import { readFile } from 'node:fs/promises';

import { ImageDecoder } from '../../src/media/image-decoder.js';
import type { RecognitionRole } from '../../src/vision/decode-size.js';
import type { NativeEngine, NativeIndex } from '../../src/vision/native.js';
import type { Raster } from '../../src/vision/types.js';
import type { ProgressBar } from '../progress.js';
import type { BenchReference } from '../sets/dataset.js';
import { cpuMs } from './cpu.js';

export const decoder = new ImageDecoder({ maxPixels: 100_000_000, maxFileBytes: 100_000_000 });

export async function decodeFile(file: string, role: RecognitionRole): Promise<Raster> {
  return decoder.raster(await readFile(file), role);
}

export class Session {
  readonly index: NativeIndex;
  /** Those indexed so far; keys are 1 to their number. */
  readonly references: BenchReference[] = [];
  readonly keyOf = new Map<string, number>();
  /** CPU time of each insertion from a JPEG file, in milliseconds. */
  readonly insertCpuMs: number[] = [];
  /** Signatures of the references. */
  readonly dnas: Buffer[] = [];
  /** Grades of the references, 0 to 5, by id. */
  readonly grades = new Map<string, number>();

  constructor(readonly engine: NativeEngine) {
    this.index = engine.createIndex();
  }

  /** Inserts references as the product does: file, pixels, signature, index, one at a time. */
  async insert(references: readonly BenchReference[], bar: ProgressBar, signal: AbortSignal): Promise<void> {
    for (const [rank, reference] of references.entries()) {
      signal.throwIfAborted();
      const before = cpuMs();
      const raster = await decodeFile(reference.file, 'reference');
      const { dna, grade } = await this.engine.extract(raster, 'reference');
      this.references.push(reference);
      await this.index.apply([{ key: this.references.length, dna }]);
      this.insertCpuMs.push(cpuMs() - before);
      this.keyOf.set(reference.id, this.references.length);
      this.dnas.push(dna);
      this.grades.set(reference.id, grade.value);
      bar.update(rank + 1, references.length);
    }
    if (this.index.needsCompaction()) await this.index.compact();
  }
}
