/** What one matcher answered, as a file that another machine can load. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';

import { clopperPearsonInterval, type Interval, wilsonInterval } from '../statistics.js';

const SCHEMA_VERSION = 1;

const runShape = z.object({
  schemaVersion: z.literal(SCHEMA_VERSION),
  /** Name of the matcher. */
  name: z.string().min(1),
  /** Of the questions: only runs on the same ones are compared. */
  checksum: z.string().regex(/^[0-9a-f]{64}$/),
  data: z.string(),
  referenceCount: z.int().min(1),
  startedAt: z.iso.datetime(),
  machine: z.object({ processor: z.string(), cores: z.int(), system: z.string() }),
  /** Wall clock of each call. */
  addMs: z.array(z.number().min(0)),
  searchMs: z.array(z.number().min(0)),
  /** In the order of the questions; score null where nothing was answered. */
  answers: z.array(z.object({ isShown: z.boolean(), isRight: z.boolean(), score: z.number().nullable() })),
});

export type MatcherRun = z.infer<typeof runShape>;
export const schemaVersion = SCHEMA_VERSION;

/** A file is no run of a matcher, or one on other questions. */
class MatcherRunError extends Error {
  override readonly name = 'MatcherRunError';
}

/** @throws MatcherRunError for anything but the file of a run on these questions */
export async function readRun(path: string, checksum: string): Promise<MatcherRun> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new MatcherRunError(`${path} cannot be read. Check the path.`, { cause });
  });
  let run: MatcherRun;
  try {
    run = runShape.parse(JSON.parse(text));
  } catch (cause) {
    const message = `${path} is no run of a matcher. Give a file that loupe bench --matcher … --result <file> wrote.`;
    throw new MatcherRunError(message, { cause });
  }
  if (run.checksum !== checksum) {
    throw new MatcherRunError(
      `${path} (${run.name}) answered other questions. Run it with the same --data, --seed, --peer-references, --peer-queries and --crops.`,
    );
  }
  return run;
}

export interface CutRecall {
  /** Share of pictures that show no reference and may be accepted. */
  readonly limit: number;
  /** The least score that counts; null where nothing can be accepted. */
  readonly least: number | null;
  readonly right: number;
  readonly shown: number;
  readonly recall: Interval;
  readonly accepted: number;
  readonly notShown: number;
  readonly falseAccepts: Interval;
}

/**
 * The most that a matcher answers rightly while at most a share of the pictures that show nothing is accepted.
 *
 * @param limit 0 to 1
 */
export function recallAt({ answers }: Pick<MatcherRun, 'answers'>, limit: number): CutRecall {
  const positives = answers.filter(({ isShown }) => isShown);
  const negatives = answers.filter(({ isShown }) => !isShown);
  const scores = [...new Set(answers.flatMap(({ score }) => (score === null ? [] : [score])))];
  let best: { least: number | null; right: number; accepted: number } = {
    least: null,
    right: 0,
    accepted: 0,
  };
  for (const least of scores.sort((a, b) => b - a)) {
    const passes = ({ score }: { readonly score: number | null }) => score !== null && score >= least;
    const accepted = negatives.filter(passes).length;
    if (accepted > limit * negatives.length) break;
    best = { least, right: positives.filter((each) => each.isRight && passes(each)).length, accepted };
  }
  return {
    limit,
    ...best,
    shown: positives.length,
    recall: wilsonInterval(best.right, positives.length),
    notShown: negatives.length,
    falseAccepts: clopperPearsonInterval(best.accepted, negatives.length),
  };
}
