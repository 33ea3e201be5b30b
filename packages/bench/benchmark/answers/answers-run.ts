/** One run that writes answers, as its parts see it. */
import type { NativeDescriptorTable, NativeEngine, NativeIndex } from '@loupe-print/engine/internals';
import type { Progress } from '../progress.js';
import type { Dataset } from '../sets/dataset.js';
import type { AnswerWriter } from './writer.js';

interface StoredReference {
  readonly key: number;
  readonly dna: Buffer;
  /** The same with the sections for color and similarity. */
  readonly withColor: Buffer;
}

/** What every part of the run gets. */
export interface AnswersRun {
  readonly dataFolder: string;
  readonly setFolders: readonly string[];
  readonly dataset: Dataset;
  readonly engine: NativeEngine;
  readonly index: NativeIndex;
  readonly table: NativeDescriptorTable;
  readonly dnas: Map<string, StoredReference>;
  readonly answers: AnswerWriter;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  readonly seed: number;
}
