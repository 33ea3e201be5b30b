/** What measurements work on: an engine with one thread, and an index of references that grows. */
import { readFile } from 'node:fs/promises';
import type { Raster } from '@loupe-print/engine';
import {
  colorOf,
  ImageDecoder,
  lumaOf,
  type NativeEngine,
  type NativeExtraction,
  type NativeIndex,
  type NativeSearchOptions,
  type NativeSearchResult,
  onPicture,
  type Picture,
  type RecognitionRole,
} from '@loupe-print/engine/internals';

import type { ProgressBar } from '../progress.js';
import type { BenchReference } from '../sets/dataset.js';
import { cpuMs } from './cpu.js';

export const decoder = new ImageDecoder({ maxPixels: 100_000_000, maxFileBytes: 100_000_000 });

/** Luma as recognition uses it, for those that take pixels only. */
export async function decodeLuma(
  engine: NativeEngine,
  bytes: Buffer,
  role: RecognitionRole,
): Promise<Raster> {
  return onPicture(await lumaOf(decoder.picture(bytes), role), async (native) =>
    'data' in native ? native : engine.decode({ ...native, role }),
  );
}

/** RGB as recognition uses it, for those that take pixels only. */
export async function decodeColor(engine: NativeEngine, bytes: Buffer, maxSidePx: number): Promise<Raster> {
  return onPicture(await colorOf(decoder.picture(bytes), maxSidePx), async (native) =>
    'data' in native ? native : engine.decode(native),
  );
}

/** The signature of a picture that is decoded in the same job, as in the product. */
export async function extractPicture(
  engine: NativeEngine,
  picture: Picture,
  role: RecognitionRole,
): Promise<NativeExtraction> {
  return onPicture(await lumaOf(picture, role), (native) => engine.extract(native, role));
}

/** Searches with a picture that is decoded in the same job, as in the product. */
export async function searchPicture(
  engine: NativeEngine,
  index: NativeIndex,
  picture: Picture,
  options: NativeSearchOptions,
): Promise<NativeSearchResult> {
  return onPicture(await lumaOf(picture, 'query'), (native) =>
    engine.search([index], { picture: native }, options),
  );
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

  /** Inserts references as the product does: file, signature, index, one at a time; then leaves the index alone for a while. */
  async insert(references: readonly BenchReference[], bar: ProgressBar, signal: AbortSignal): Promise<void> {
    for (const [rank, reference] of references.entries()) {
      signal.throwIfAborted();
      const before = cpuMs();
      const picture = decoder.picture(await readFile(reference.file));
      const { dna, grade } = await extractPicture(this.engine, picture, 'reference');
      this.references.push(reference);
      await this.index.apply([{ key: this.references.length, dna }]);
      this.insertCpuMs.push(cpuMs() - before);
      this.keyOf.set(reference.id, this.references.length);
      this.dnas.push(dna);
      this.grades.set(reference.id, grade.value);
      bar.update(rank + 1, references.length);
    }
    await this.index.compact('quiet');
  }
}
