/** Asks for many pictures, one at a time, with a progress bar. */
import { readFile } from 'node:fs/promises';
import { setImmediate as immediate } from 'node:timers/promises';
import type { NativeEngine } from '@loupe-print/engine/internals';

import { createRandom } from '../../random.js';
import type { BenchQuery } from '../sets/dataset.js';
import { makeCrop } from './crops.js';
import type { GrowthQuery } from './growth.js';
import { spread } from './peer-part.js';
import { type Answer, type AnsweredQuery, answerQuery, ask } from './recognition.js';
import type { Run } from './run.js';
import { decodeLuma } from './session.js';

/** Appends to `answered`, so that an interrupted call leaves what it has. */
export async function askQueries(
  { session, progress, signal }: Run,
  queries: readonly BenchQuery[],
  { title, withWithheld }: { readonly title: string; readonly withWithheld: boolean },
  answered: AnsweredQuery[],
): Promise<void> {
  const bar = progress.start(title);
  try {
    for (const query of queries) {
      signal.throwIfAborted();
      answered.push(await answerQuery(session, query, withWithheld));
      bar.update(answered.length, queries.length);
    }
  } finally {
    bar.stop();
  }
}

/** Asks for crops of pictures that are never indexed; appends to `answers`. */
export async function askCrops(
  { session, dataset, options, progress, signal }: Run,
  answers: Answer[],
): Promise<void> {
  const { unrelatedFiles } = dataset;
  if (unrelatedFiles.length === 0) return;
  const random = createRandom(options.seed);
  const bar = progress.start('Asking for unrelated pictures');
  const crop = (): Promise<Buffer> =>
    makeCrop(unrelatedFiles[answers.length % unrelatedFiles.length] ?? '', random);
  try {
    while (answers.length < options.cropCount) {
      await immediate();
      signal.throwIfAborted();
      answers.push(await ask(session, await crop(), null));
      bar.update(answers.length, options.cropCount);
    }
  } finally {
    bar.stop();
  }
}

/** Queries that are spread over the data, with their bytes and pixels. */
export async function keepQueries(
  engine: NativeEngine,
  queries: readonly BenchQuery[],
  count: number,
): Promise<GrowthQuery[]> {
  const kept: GrowthQuery[] = [];
  for (const { file, truths } of spread(queries, count)) {
    const bytes = await readFile(file);
    kept.push({ bytes, raster: await decodeLuma(engine, bytes, 'query'), truths });
  }
  return kept;
}
