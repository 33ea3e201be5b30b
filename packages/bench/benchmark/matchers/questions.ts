/** What matchers are asked: a part of the data, as files, with the right answers. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { createRandom } from '../../random.js';
import { makeCrop } from '../measure/crops.js';
import { choosePart } from '../measure/peer-part.js';
import type { BenchOptions } from '../options.js';
import type { BenchReference, Dataset } from '../sets/dataset.js';

interface MatcherQuestion {
  readonly file: string;
  /** Ids of the references that it shows; none may be found where it shows none. */
  readonly truths: readonly string[];
}

export interface MatcherQuestions {
  readonly references: readonly BenchReference[];
  readonly questions: readonly MatcherQuestion[];
  /** Of the contents of all pictures and the right answers: equal where runs can be compared. */
  readonly checksum: string;
}

/**
 * The part that peers get: pictures that show a reference and as many that show none, among them crops of other pictures.
 *
 * @param folder where crops are written
 */
export async function matcherQuestions(
  dataset: Dataset,
  options: BenchOptions,
  folder: string,
): Promise<MatcherQuestions> {
  const { references, queries } = choosePart(dataset, options);
  const questions: MatcherQuestion[] = queries.map(({ file, truths }) => ({ file, truths }));
  const random = createRandom(options.seed + 1);
  const { unrelatedFiles } = dataset;
  const missing = options.peerQueries - questions.filter(({ truths }) => truths.length === 0).length;
  const count = unrelatedFiles.length === 0 ? 0 : Math.min(options.cropCount, missing);
  for (let number = 0; number < count; number += 1) {
    const file = join(folder, `crop-${number}.jpg`);
    await writeFile(file, await makeCrop(unrelatedFiles[(number * 7) % unrelatedFiles.length] ?? '', random));
    questions.push({ file, truths: [] });
  }
  return { references, questions, checksum: await checksumOf(references, questions) };
}

async function checksumOf(
  references: readonly BenchReference[],
  questions: readonly MatcherQuestion[],
): Promise<string> {
  const hash = createHash('sha256');
  for (const { id, file } of references) hash.update(`${id}\n`).update(await readFile(file));
  for (const { file, truths } of questions)
    hash.update(`${truths.join('\n')}\n`).update(await readFile(file));
  return hash.digest('hex');
}
