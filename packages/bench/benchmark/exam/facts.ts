/** Writes the named facts of every candidate that searches verify, with whether it is right: what a decision is fitted on. */
import { closeSync, openSync, writeSync } from 'node:fs';
import {
  addon,
  isRecognized,
  type NativeHit,
  type NativeOptions,
  VOCABULARY_PATH,
} from '@loupe-print/engine/internals';

import { Session } from '../measure/session.js';
import { loadPeersAddon } from '../peers/native-addon.js';
import type { Progress } from '../progress.js';
import { idOf, isOtherPose, keysBeside, searchVerified } from './ask.js';
import { readExamContent } from './content.js';
import { ExamCache } from './exam-cache.js';
import { type Question, questionsOf } from './questions.js';
import type { ExamOptions } from './run.js';
import { SamePictures } from './same-pictures.js';
import { type UpperLine, upperLineOf } from './upper-line.js';

/** One line of the file: a candidate of one question. */
export interface CandidateLine {
  readonly question: string;
  readonly kind: Question['kind'];
  readonly set: string;
  readonly condition: string;
  /** Candidates of one group lie in one part of a cross-validation: what the picture shows, or was made from. */
  readonly group: string;
  readonly reference: string;
  /** null where it is not known: a wrong pose of the right reference, or the same picture under another name. */
  readonly isTrue: boolean | null;
  readonly decision: string;
  readonly distance: number;
  readonly facts: Readonly<Record<string, number>>;
}

/**
 * Of the part for fitting alone. Every picture is asked for; one that shows references once more without them.
 *
 * @returns how many candidates were written
 * @throws DatasetError when the data cannot be read; the signal's reason when it aborts
 */
export async function writeFacts(
  options: Omit<ExamOptions, 'part'>,
  outFile: string,
  progress: Progress,
  signal: AbortSignal,
): Promise<number> {
  const content = readExamContent(options.folders);
  const questions = questionsOf(content, options.counts, ['fit']);
  const engine = new addon.Engine({
    vocabularyPath: VOCABULARY_PATH,
    threads: 1,
    queueLimit: 4096,
    options: options.engineOptions,
  });
  const out = openSync(outFile, 'w');
  let count = 0;
  try {
    const session = new Session(engine);
    const inserting = progress.start('Inserting references');
    await session.insert(content.references, inserting, signal);
    inserting.stop();
    const cache = new ExamCache(options.cacheFolder);
    const same = new SamePictures(content.references);
    const floors = engine.options();
    const unlabeled = new Unlabeled(questions);
    const bar = progress.start('Asking');
    for (const [rank, question] of questions.entries()) {
      signal.throwIfAborted();
      const picture = await cache.bytes('pictures', question.id, question.make);
      const upperLine = await trueLine(session, cache, question, options.withUpperLine);
      const hits = await looksAt(session, picture);
      if (question.truths.length > 0)
        hits.push(...(await looksAt(session, picture, keysBeside(session, question))));
      for (const hit of hits) {
        if (isBelowFloors(hit, floors)) continue;
        const reference = idOf(session, hit);
        const isTrue = await labelOf(same, question, reference, hit, upperLine, unlabeled);
        writeSync(out, `${JSON.stringify(lineOf(question, reference, hit, isTrue))}\n`);
        count += 1;
      }
      bar.update(rank + 1, questions.length);
    }
    bar.stop();
    return count;
  } finally {
    closeSync(out);
    engine.close();
  }
}

/** What the first look verifies, and what a closer one does where it is taken. */
async function looksAt(session: Session, picture: Buffer, keys?: Uint32Array): Promise<NativeHit[]> {
  const first = await searchVerified(session, picture, keys, false);
  if (first.some(isRecognized)) return [...first];
  const both = await searchVerified(session, picture, keys);
  return [...first, ...both.filter(({ facts }) => facts?.['isCloserLook'] === 1)];
}

async function trueLine(
  session: Session,
  cache: ExamCache,
  { photo, truths: shown }: Question,
  isWanted: boolean,
): Promise<UpperLine | null> {
  const peers = isWanted ? loadPeersAddon() : null;
  if (peers === null || shown.length === 0 || photo === null) return null;
  const picture = await cache.bytes('pictures', photo.id, photo.make);
  const truths = session.references.filter(({ id }) => shown.includes(id));
  return upperLineOf(peers, cache, { id: photo.id, picture }, truths);
}

/** Whether the engine refuses the candidate whatever the model says (DecisionOptions). */
function isBelowFloors({ facts, scores, queryFromReference }: NativeHit, options: NativeOptions): boolean {
  if (facts === undefined || queryFromReference === null) return true;
  const isBelow = (value: number | undefined, option: string): boolean =>
    (value ?? 0) < (options[`verification.decision.${option}`] ?? 0);
  return (
    isBelow(Math.round(Math.exp(facts['logCells'] ?? 0) - 1), 'minInlierCells') ||
    isBelow(Math.exp(facts['logZ'] ?? 0) - 1, 'minZ') ||
    isBelow(scores.boxCoveredSurface, 'minCoveredSurface') ||
    isBelow(facts['spreadShare'], 'minSpreadShare') ||
    (isBentPose(facts) && isBelow(facts['preciseShare'], 'minPreciseShareOfBent'))
  );
}

const isBentPose = (facts: Readonly<Record<string, number>>): boolean =>
  facts['isBent'] === 1 || facts['isRegistered'] === 1;

/**
 * Pictures of the part for fitting that show a second reference beside the one that their set names, or as much of it (two
 * pages of music print one example): looked at, since a right candidate that counts as wrong costs the fit more than many
 * that are not there.
 */
const ALSO_SHOWN: ReadonlyMap<string, string> = new Map([
  ['smvs_dvd/Palm/001.jpg', 'smvs_dvd/dvd002'],
  ['smvs_dvd/Palm/023.jpg', 'smvs_dvd/dvd024'],
  ['smvs_dvd/Palm/037.jpg', 'smvs_dvd/dvd038'],
  ['manuals/272.jpg', 'manuals/page119'],
]);

/** Photos of a chessboard: the checkered cloth that some simulated photos of pages lie on looks the same. */
const CHESSBOARDS = /\/Sony_DSC-HX5V_Chess\//u;

/**
 * References for which no set says whether a picture shows them: other covers of a heap of covers, where the same book may
 * be there twice, of which a cover outside the index is identified by its pixels alone; for photos of pages other pages of the
 * manuals, with which they share paragraphs and figures.
 */
class Unlabeled {
  private readonly heaps: ReadonlySet<string>;
  private readonly pages: ReadonlySet<string>;

  constructor(questions: readonly Question[]) {
    this.heaps = new Set(questions.filter(({ kind }) => kind === 'neighbor').map(({ set }) => set));
    this.pages = new Set(questions.filter(({ kind }) => kind === 'shared').map(({ set }) => set));
  }

  isUnknown({ id, set, kind }: Question, reference: string): boolean {
    if (this.pages.has(set) && CHESSBOARDS.test(reference)) return true;
    if ((this.heaps.has(set) && kind !== 'neighbor') || ALSO_SHOWN.get(id.split(' ')[0] ?? '') === reference)
      return true;
    return kind === 'shown' && this.pages.has(set) && reference.startsWith(`${set}/`);
  }
}

async function labelOf(
  same: SamePictures,
  question: Question,
  reference: string,
  hit: NativeHit,
  upperLine: UpperLine | null,
  unlabeled: Unlabeled,
): Promise<boolean | null> {
  if (question.truths.includes(reference)) return isOtherPose(hit, upperLine) ? null : true;
  if (question.kind === 'shared' || (await same.isShown(question, reference))) return null;
  return unlabeled.isUnknown(question, reference) ? null : false;
}

function lineOf(
  question: Question,
  reference: string,
  hit: NativeHit,
  isTrue: boolean | null,
): CandidateLine {
  return {
    question: question.id,
    kind: question.kind,
    set: question.set,
    condition: question.condition,
    group: question.truths[0] ?? question.sourceFile.split('/').slice(-2).join('/'),
    reference,
    isTrue,
    decision: hit.decision,
    distance: hit.distance,
    facts: hit.facts ?? {},
  };
}
