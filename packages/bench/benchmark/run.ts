/** One run of the benchmark, from the data to the report. */
import { join } from 'node:path';
import { addon, VOCABULARY_PATH } from '@loupe-print/engine/internals';

import type { Dataset } from './sets/dataset.js';
import { readDatasetFolder } from './sets/folder.dataset.js';
import { syntheticDataset } from './sets/synthetic.dataset.js';
import { measureAll } from './measure-all.js';
import { type BenchOptions, SYNTHETIC } from './options.js';
import type { Progress } from './progress.js';
import { projectRoot } from './project-root.js';
import { Recorder } from './recorder.js';
import type { BenchResult } from './report/result.js';

const CACHE_FOLDER = join(projectRoot, '.cache', 'bench');

/**
 * Measures everything that the options ask for. When the signal aborts, what was measured until then is the result,
 * marked as partial.
 *
 * @throws DatasetError when the data cannot be read
 */
export async function runBench(
  options: BenchOptions,
  progress: Progress,
  signal: AbortSignal,
): Promise<BenchResult> {
  const { isQuick, seed, sizes, cropCount, peerReferences, peerQueries } = options;
  const engine = new addon.Engine({
    vocabularyPath: VOCABULARY_PATH,
    threads: 1,
    queueLimit: 4096,
    options: options.engineOptions,
  });
  let recorder = new Recorder({}, engine.options());
  try {
    const dataset = await openDataset(options, progress, signal);
    const parameters = {
      data: dataset.name,
      isSynthetic: dataset.isSynthetic,
      references: dataset.references.length,
      queries: dataset.queries.length,
      volumeReferences: dataset.volume.references.length,
      volumeQueries: dataset.volume.queries.length,
      isQuick,
      seed,
      sizes,
      crops: cropCount,
      peerReferences,
      peerQueries,
    };
    recorder = new Recorder(parameters, engine.options());
    await measureAll(engine, { dataset, options, progress, signal, keep: (part) => recorder.keep(part) });
    return recorder.finish(false);
  } catch (error) {
    if (!signal.aborted) throw error;
    return recorder.finish(true);
  } finally {
    engine.close();
  }
}

/** The pictures of a folder of sets, else synthetic ones. @throws DatasetError */
export async function openDataset(
  options: BenchOptions,
  progress: Progress,
  signal: AbortSignal,
): Promise<Dataset> {
  if (options.dataFolder !== null) return readDatasetFolder(options.dataFolder);
  const size = options.isQuick ? SYNTHETIC.quick : SYNTHETIC.full;
  return syntheticDataset(CACHE_FOLDER, options.seed, size, progress, signal);
}
