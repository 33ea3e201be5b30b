/** An exam on pictures of which one part was never used for choosing anything: recall, false accepts, and every miss. */

import { addon, VOCABULARY_PATH } from '@loupe-print/engine/internals';
import { Session } from '../measure/session.js';
import { loadPeersAddon } from '../peers/native-addon.js';
import type { Progress } from '../progress.js';
import { Recorder } from '../recorder.js';
import type { BenchResult } from '../report/result.js';
import { askQuestion, type ExamAnswer } from './ask.js';
import { readExamContent } from './content.js';
import { ExamCache } from './exam-cache.js';
import type { Part } from './parts.js';
import { AS_IT_IS, type Question, type QuestionCounts, questionsOf } from './questions.js';
import { examRows } from './rows.js';
import { SamePictures } from './same-pictures.js';
import { upperLineOf } from './upper-line.js';

export interface ExamOptions {
  readonly folders: readonly string[];
  readonly cacheFolder: string;
  readonly part: Part;
  readonly counts: QuestionCounts;
  readonly withUpperLine: boolean;
  /** Options of the engine that differ from the standard, by name. */
  readonly engineOptions: Readonly<Record<string, number>>;
}

export interface ExamResult {
  readonly result: BenchResult;
  /** Missed pictures and false accepts one by one: of the part for fitting only, so that nobody tunes on the other. */
  readonly cases: readonly string[];
}

/** @throws DatasetError when the data cannot be read; the signal's reason when it aborts */
export async function runExam(
  options: ExamOptions,
  progress: Progress,
  signal: AbortSignal,
): Promise<ExamResult> {
  const content = readExamContent(options.folders);
  const questions = questionsOf(content, options.counts, [options.part]);
  const engine = new addon.Engine({
    vocabularyPath: VOCABULARY_PATH,
    threads: 1,
    queueLimit: 4096,
    options: options.engineOptions,
  });
  try {
    const recorder = new Recorder(
      {
        data: `exam-${options.part}`,
        part: options.part,
        references: content.references.length,
        questions: questions.length,
        ...options.counts,
      },
      engine.options(),
    );
    const session = new Session(engine);
    const inserting = progress.start('Inserting references');
    await session.insert(content.references, inserting, signal);
    inserting.stop();
    const answers = await askAll(session, questions, options, progress, signal);
    const same = await sameAnswers(session, answers);
    const isSame = (answer: ExamAnswer): boolean => same.has(answer);
    recorder.keep({ rows: examRows(answers, session.grades, isSame) });
    if (options.withUpperLine && loadPeersAddon() === null)
      recorder.keep({
        skipped: ['SIFT on the true pair: the peers are not built; npm run bench builds them'],
      });
    const cases = options.part === 'fit' ? answers.filter((a) => !isSame(a)).flatMap(caseOf) : [];
    return { result: recorder.finish(false), cases };
  } finally {
    engine.close();
  }
}

async function askAll(
  session: Session,
  questions: readonly Question[],
  options: ExamOptions,
  progress: Progress,
  signal: AbortSignal,
): Promise<ExamAnswer[]> {
  const cache = new ExamCache(options.cacheFolder);
  const peers = options.withUpperLine ? loadPeersAddon() : null;
  const answers: ExamAnswer[] = [];
  const bar = progress.start('Asking');
  try {
    for (const question of questions) {
      signal.throwIfAborted();
      const picture = await cache.bytes('pictures', question.id, question.make);
      const truths = session.references.filter(({ id }) => question.truths.includes(id));
      const upperLine =
        peers === null || truths.length === 0 || question.condition !== AS_IT_IS
          ? null
          : await upperLineOf(peers, cache, { id: question.id, picture }, truths);
      answers.push(await askQuestion(session, question, picture, upperLine));
      bar.update(answers.length, questions.length);
    }
  } finally {
    bar.stop();
  }
  return answers;
}

/** Answers in which what was recognized is what the picture shows, under another name. */
async function sameAnswers(
  session: Session,
  answers: readonly ExamAnswer[],
): Promise<ReadonlySet<ExamAnswer>> {
  const pictures = new SamePictures(session.references);
  const same = new Set<ExamAnswer>();
  for (const answer of answers) {
    const { question, recognized, isRight } = answer;
    if (recognized === null || isRight) continue;
    if (await pictures.isShown(question, recognized.id)) same.add(answer);
  }
  return same;
}

/** One line for a miss or a false accept, none for a right answer. */
function caseOf(answer: ExamAnswer): string[] {
  const { question, recognized, isRight, stage, truth, upperLine } = answer;
  const isShown = question.kind === 'shown';
  if (isShown ? isRight : recognized === null) return [];
  const told = {
    what: isShown ? 'missed' : 'accepted',
    id: question.id,
    kind: question.kind,
    condition: question.condition,
    source: question.sourceFile,
    truths: question.truths,
    stage,
    recognized,
    truth: truth && {
      decision: truth.decision,
      distance: truth.distance,
      inliers: truth.inlierCount,
      coveredSurface: truth.scores.boxCoveredSurface,
    },
    siftInliers: upperLine?.inliers ?? null,
  };
  return [JSON.stringify(told)];
}
