/** Two pictures, compared here or on a server. */
import { requireFineSettings } from '../engine/search/comparison.rules.js';
import { type BaselineMatch, requireBaseline } from '../engine/search/pair-comparison.js';
import type { LocalRecognition } from '../recognition/local-recognition.js';
import { badInput, LoupeError } from '../kernel/errors.js';
import type { Coverage } from '../engine-host/appearance/comparison-settings.js';
import type { Difference } from '../engine-host/appearance/fine-comparison.js';
import type { WholeChange } from '../engine-host/appearance/whole-change.js';
import { english } from '../proofs/words/english.js';
import { wholeSentence } from '../proofs/words/sentences.js';
import { isRecognized, type Decision } from '../engine-host/types.js';
import { type PdfCompareOptions, requireAllowed, settingsOf } from './compare-pdfs.js';
import type { EngineServer } from './engine-server.js';
import type { JunitCase } from './report-file.js';

export interface CompareOptions extends PdfCompareOptions {
  readonly fine?: boolean;
  readonly secondTry: boolean;
}

export interface Comparison {
  readonly decision: Decision;
  readonly distance: number;
  readonly inlierCount: number;
  readonly appearance: {
    readonly distance: number;
    readonly shapeDistance: number;
    readonly colorDistance: number;
  };
  readonly fine: {
    readonly score: number;
    readonly coverage: Coverage;
    readonly wholeChanges: readonly WholeChange[];
    readonly differences: readonly Pick<Difference, 'kind' | 'inReference'>[];
  } | null;
  /** null on a server. */
  readonly timeMs: number | null;
  readonly queryFromReference: readonly number[] | null;
  /** null unless it was asked for. */
  readonly baseline: BaselineMatch | null;
  readonly overlay: Buffer;
  /** Reference and query with the differences. */
  readonly drawn: readonly [Buffer, Buffer] | null;
}

export const countOfDifferences = ({ fine }: Comparison): number =>
  fine === null ? 0 : fine.differences.length + fine.wholeChanges.length;

/** Both pictures as one case: what changed everywhere, then the places that differ. */
export function caseOf(found: Comparison): JunitCase {
  const { fine, decision } = found;
  const places = (fine?.differences ?? []).map(
    ({ kind, inReference: { left, top } }) =>
      `${kind} (at ${Math.round(left * 100)} %, ${Math.round(top * 100)} %)`,
  );
  return {
    name: 'pictures',
    failures: [
      ...(isRecognized(found) ? [] : [`The pictures do not match: ${decision}.`]),
      ...(fine?.wholeChanges ?? []).map((change) => wholeSentence(change, english, 'px')),
      ...places,
    ],
  };
}

/** @throws LoupeError BAD_USER_INPUT for what only fine comparisons know */
export function requireFine({ fine, junit, allow }: CompareOptions): void {
  requireAllowed(allow);
  if (fine === true) return;
  if (junit !== undefined) throw badInput('junit', 'is for --fine and for PDFs');
  if (allow !== undefined) throw badInput('allow', 'is for --fine and for PDFs');
}

export async function compareLocally(
  recognition: LocalRecognition,
  [reference, query]: readonly [Buffer, Buffer],
  options: CompareOptions,
): Promise<Comparison> {
  const { fine, threshold, mirrored: findMirrored, secondTry, baseline: wanted } = options;
  const settings = requireFineSettings(settingsOf(options));
  const { match, timeMs, appearance, overlayJpeg, baseline } = await recognition.compare(reference, query, {
    threshold,
    findMirrored,
    secondTry,
    baseline: requireBaseline(wanted),
  });
  const detail =
    fine === true ? await recognition.compareFinely(reference, query, settings).catch(unlessUnlike) : null;
  return {
    timeMs,
    queryFromReference: match.queryFromReference,
    baseline,
    decision: match.decision,
    distance: match.distance,
    inlierCount: match.inlierCount,
    appearance,
    fine: detail,
    overlay: overlayJpeg,
    drawn: detail === null ? null : [detail.referenceJpeg, detail.queryJpeg],
  };
}

/** Pictures that do not match have no differences to tell; that they do not match is the answer. */
function unlessUnlike(error: unknown): null {
  if (error instanceof LoupeError && error.code === 'IMAGES_DO_NOT_MATCH') return null;
  throw error;
}

interface ServerAnswer {
  readonly match: Pick<Comparison, 'decision' | 'distance' | 'inlierCount'> &
    Partial<Pick<Comparison, 'queryFromReference'>>;
  readonly similarity: Comparison['appearance'];
  readonly baseline: BaselineMatch | null;
  readonly overlay: string;
  readonly fine: (NonNullable<Comparison['fine']> & { reference: string; query: string }) | null;
}

export async function compareOnServer(
  server: EngineServer,
  [reference, query]: readonly [Buffer, Buffer],
  options: CompareOptions,
): Promise<Comparison> {
  const { fine, threshold, mirrored, secondTry, baseline, sensitivity, minDeltaE, minSize, ignore } = options;
  requireFineSettings(settingsOf(options));
  requireBaseline(baseline);
  const parts = {
    reference,
    query,
    threshold: threshold === undefined ? undefined : String(threshold),
    findMirrored: mirrored === true ? 'true' : undefined,
    secondTry: secondTry ? undefined : 'false',
    baseline,
    sensitivity,
    minDeltaE: minDeltaE?.toString(),
    minSize: minSize?.toString(),
    ignore,
  };
  const answer = (await server
    .post('compare', { ...parts, fine: fine === true ? 'true' : undefined })
    .catch((error: unknown) => unlessUnlike(error) ?? server.post('compare', parts))) as ServerAnswer;
  const bytes = (text: string) => Buffer.from(text, 'base64');
  return {
    ...answer.match,
    timeMs: null,
    queryFromReference: answer.match.queryFromReference ?? null,
    baseline: answer.baseline,
    appearance: answer.similarity,
    fine: answer.fine,
    overlay: bytes(answer.overlay),
    drawn: answer.fine === null ? null : [bytes(answer.fine.reference), bytes(answer.fine.query)],
  };
}
