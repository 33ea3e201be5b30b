/** Asks one question and returns its outcome; for a miss, the stage that lost it. */
import type { Size } from '@loupe-print/engine';
import { isRecognized, type NativeHit } from '@loupe-print/engine/internals';
import { applyHomography } from '../../simulation/photo/homography.js';
import { searchChecked } from '../measure/checked-search.js';
import type { Session } from '../measure/session.js';
import type { Question } from './questions.js';
import type { UpperLine } from './upper-line.js';

/**
 * Where a miss was lost: `retrieval` did not propose the reference for verification; a `pose` was found that is not the
 * true one; the `decision` refused the true one; `other`: another reference was recognized and is nearer.
 */
export type Stage = 'retrieval' | 'pose' | 'decision' | 'other';

export interface ExamAnswer {
  readonly question: Question;
  /** Of the nearest recognized reference; null when nothing was recognized. */
  readonly recognized: { readonly id: string; readonly distance: number } | null;
  readonly isRight: boolean;
  /** Of a question that shows something and was not answered rightly. */
  readonly stage: Stage | null;
  /** Of the true reference, where it was verified. */
  readonly truth: Pick<NativeHit, 'decision' | 'distance' | 'inlierCount' | 'scores'> | null;
  readonly upperLine: UpperLine | null;
  /** What was recognized in an index without what the picture shows; null when nothing was, or it was not asked for. */
  readonly withheld: string | null;
  readonly wallMs: number;
}

const EVERY_VERIFIED = 1000;
/** A pose whose corners lie farther from those of SIFT's is another one: a share of the query's longer side. */
const SAME_POSE = 0.1;
/** From this number of inliers on, SIFT's pose counts as the true one. */
const TRUSTED_INLIERS = 25;
/** With fewer inliers no pose was found, whatever it is near to. */
const FEWEST_INLIERS = 10;

export async function askQuestion(
  session: Session,
  question: Question,
  picture: Buffer,
  upperLine: UpperLine | null,
): Promise<ExamAnswer> {
  const startMs = performance.now();
  const hits = await searchVerified(session, picture);
  const wallMs = performance.now() - startMs;
  const best = hits.find(isRecognized);
  const bestId = best === undefined ? null : idOf(session, best);
  const isRight = bestId !== null && question.truths.includes(bestId);
  const truth = hits.find((hit) => question.truths.includes(idOf(session, hit)));
  const isMissed = question.kind === 'shown' && !isRight;
  return {
    question,
    recognized: best === undefined || bestId === null ? null : { id: bestId, distance: best.distance },
    isRight,
    stage: isMissed ? stageOf(truth, upperLine) : null,
    truth: truth ?? null,
    upperLine,
    withheld: await withheldAnswer(session, question, picture),
    wallMs,
  };
}

/** The nearest that is recognized among all references but those that the picture shows. */
async function withheldAnswer(session: Session, question: Question, picture: Buffer): Promise<string | null> {
  if (question.truths.length === 0) return null;
  const best = (await searchVerified(session, picture, keysBeside(session, question))).find(isRecognized);
  return best === undefined ? null : idOf(session, best);
}

/** All references but those that the picture shows. */
export function keysBeside(session: Session, { truths }: Question): Uint32Array {
  const own = new Set(truths.map((id) => session.keyOf.get(id)));
  return Uint32Array.from([...session.keyOf.values()].filter((key) => !own.has(key)));
}

/** Every reference that a search verified, recognized ones first. */
export async function searchVerified(
  session: Session,
  picture: Buffer,
  keys?: Uint32Array,
  secondTry = true,
): Promise<readonly NativeHit[]> {
  const filter = keys === undefined ? {} : { filter: { keys } };
  const options = { limit: EVERY_VERIFIED, withFacts: true, secondTry, ...filter };
  return searchChecked(session, picture, options);
}

export const idOf = (session: Session, hit: NativeHit): string => session.references[hit.key - 1]?.id ?? '';

/** Whether a pose was found that SIFT's contradicts. */
export function isOtherPose(hit: NativeHit, upperLine: UpperLine | null): boolean {
  const trusted = upperLine !== null && upperLine.inliers >= TRUSTED_INLIERS ? upperLine : null;
  if (trusted?.queryFromReference == null || hit.queryFromReference === null) return false;
  return poseError(trusted.queryFromReference, hit.queryFromReference, hit.query.originalSize) > SAME_POSE;
}

function stageOf(truth: NativeHit | undefined, upperLine: UpperLine | null): Stage {
  if (truth === undefined) return 'retrieval';
  if (isRecognized(truth)) return 'other';
  if (truth.queryFromReference === null || truth.inlierCount < FEWEST_INLIERS) return 'pose';
  return isOtherPose(truth, upperLine) ? 'pose' : 'decision';
}

/** Mean distance of corners and center between two poses, as a share of the query's longer side. */
function poseError(a: readonly number[], b: readonly number[], [width, height]: Size): number {
  const points = [
    [0.1, 0.1],
    [0.9, 0.1],
    [0.9, 0.9],
    [0.1, 0.9],
    [0.5, 0.5],
  ] as const;
  const distances = points.map((point) => {
    const [ax, ay] = applyHomography(a, point);
    const [bx, by] = applyHomography(b, point);
    return Math.hypot((ax - bx) * width, (ay - by) * height) / Math.max(width, height);
  });
  return distances.reduce((sum, distance) => sum + distance, 0) / distances.length;
}
