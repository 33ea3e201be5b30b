/**
 * Writes everything that the engine answers on image sets, one line an answer, so that two builds can be compared
 * line by line. Nothing in a line depends on time or machine load.
 */
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { addon, VOCABULARY_PATH } from '@loupe-print/engine/internals';

import type { Progress } from '../progress.js';
import type { Dataset } from '../sets/dataset.js';
import { readDatasetFolder } from '../sets/folder.dataset.js';
import type { AnswersRun } from './answers-run.js';
import { answerPairs, answerResemblance } from './pictures.js';
import { answerConflicts, answerCrops, answerQueries, answerSignatures } from './recognition.js';
import { openAnswers } from './writer.js';

export interface AnswersOptions {
  readonly dataFolder: string;
  readonly outFile: string;
  readonly cropCount: number;
  readonly seed: number;
  /** Options of the engine that differ from the standard, by name. */
  readonly engineOptions: Readonly<Record<string, number>>;
}

/**
 * @returns how many answers were written
 * @throws DatasetError when the data cannot be read; the signal's reason when it aborts
 */
export async function writeAnswers(
  { dataFolder, outFile, cropCount, seed, engineOptions }: AnswersOptions,
  progress: Progress,
  signal: AbortSignal,
): Promise<number> {
  const dataset = withVolume(readDatasetFolder(dataFolder));
  const engine = new addon.Engine({
    vocabularyPath: VOCABULARY_PATH,
    threads: 1,
    queueLimit: 4096,
    options: engineOptions,
  });
  const answers = openAnswers(resolve(outFile));
  try {
    const run: AnswersRun = {
      dataFolder,
      setFolders: [dataFolder, ...listFolders(dataFolder)],
      dataset,
      engine,
      index: engine.createIndex(),
      table: engine.createDescriptorTable(),
      dnas: new Map(),
      answers,
      progress,
      signal,
      seed,
    };
    await answerSignatures(run);
    await answerQueries(run);
    await answerCrops(run, cropCount);
    await answerConflicts(run);
    await answerResemblance(run);
    await answerPairs(run);
    return answers.lineCount;
  } finally {
    engine.close();
    answers.close();
  }
}

const withVolume = (dataset: Dataset): Dataset => ({
  ...dataset,
  references: [...dataset.references, ...dataset.volume.references],
  queries: [...dataset.queries, ...dataset.volume.queries],
});

const listFolders = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map(({ name }) => join(folder, name))
    .sort();
