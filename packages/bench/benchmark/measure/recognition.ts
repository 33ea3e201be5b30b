/** Asks the engine for pictures, and keeps what it answered and what that cost. */
import { readFile } from 'node:fs/promises';
import type { Decision } from '@loupe-print/engine';
import { isRecognized, type NativeHit, type NativeSearchCpu } from '@loupe-print/engine/internals';

import type { BenchQuery } from '../sets/dataset.js';
import { cornerErrorPx } from './corner-error.js';
import { decoder, searchPicture, type Session } from './session.js';

interface AnsweredHit {
  readonly id: string;
  /** 1 (certain) to 0. */
  readonly score: number;
  readonly decision: Decision;
}

export interface Answer {
  readonly hits: readonly AnsweredHit[];
  /** Against the true homography at 512 px, when the data has it and the reference was recognized. */
  readonly cornerErrorPx: number | null;
  readonly cpu: NativeSearchCpu;
  /** Wall-clock time from the bytes of the file to the answer. */
  readonly wallMs: number;
}

export interface AnsweredQuery {
  readonly query: BenchQuery;
  readonly answer: Answer;
  /** The answer of the same index without the references that the picture shows: nothing may match. */
  readonly withheld: Answer | null;
}

const HIT_LIMIT = 10;

/** @param withWithheld  ask once more without the references that the picture shows */
export async function answerQuery(
  session: Session,
  query: BenchQuery,
  withWithheld: boolean,
): Promise<AnsweredQuery> {
  const bytes = await readFile(query.file);
  const answer = await ask(session, bytes, query);
  const isAskedTwice = withWithheld && query.truths.length > 0;
  const withheld = isAskedTwice ? await ask(session, bytes, query, othersOf(session, query)) : null;
  return { query, answer, withheld };
}

/** Searches with the bytes of a picture, in the whole index or among some keys. */
export async function ask(
  session: Session,
  bytes: Buffer,
  query: BenchQuery | null,
  keys?: Uint32Array,
): Promise<Answer> {
  const startMs = performance.now();
  const filter = keys === undefined ? {} : { filter: { keys } };
  const found = await searchPicture(session.engine, session.index, decoder.picture(bytes), {
    limit: HIT_LIMIT,
    ...filter,
  });
  const wallMs = performance.now() - startMs;
  return {
    hits: found.hits.map((hit) => toAnswered(session, hit)),
    cornerErrorPx: query === null ? null : errorOf(session, query, found.hits),
    cpu: found.timing.cpu,
    wallMs,
  };
}

function toAnswered(session: Session, hit: NativeHit): AnsweredHit {
  // Keys beyond the references are simulated.
  const id = session.references[hit.key - 1]?.id ?? 'simulated';
  return { id, score: 1 - hit.distance, decision: hit.decision };
}

function errorOf(session: Session, query: BenchQuery, hits: readonly NativeHit[]): number | null {
  const [truth] = query.truths;
  if (query.queryFromReference === null || truth === undefined) return null;
  const hit = hits.find(({ key }) => key === session.keyOf.get(truth));
  if (hit?.queryFromReference == null || !isRecognized(hit)) return null;
  return cornerErrorPx(
    query.queryFromReference,
    hit.queryFromReference,
    hit.reference.originalSize,
    hit.query.originalSize,
  );
}

function othersOf(session: Session, query: BenchQuery): Uint32Array {
  const own = new Set(query.truths.map((id) => session.keyOf.get(id)));
  return Uint32Array.from([...session.keyOf.values()].filter((key) => !own.has(key)));
}
