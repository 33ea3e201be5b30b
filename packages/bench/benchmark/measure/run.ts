/** One run of the benchmark, as its measurements see it. */
import type { BenchOptions } from '../options.js';
import type { Progress } from '../progress.js';
import type { Part } from '../recorder.js';
import type { Dataset } from '../sets/dataset.js';
import type { Session } from './session.js';

/** What every measurement gets. */
export interface Run {
  readonly session: Session;
  readonly dataset: Dataset;
  readonly options: BenchOptions;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  readonly keep: (part: Part) => void;
}
