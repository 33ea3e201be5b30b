/** Asks a matcher, and Loupe, the same questions in the same way: from the file of a picture to the best reference. */
import { readFile } from 'node:fs/promises';
import type { NativeEngine } from '@loupe-print/engine/internals';

import { searchChecked } from '../measure/checked-search.js';
import { decoder, extractPicture, Session } from '../measure/session.js';
import type { Progress } from '../progress.js';
import { readMachine } from '../report/machine.js';
import { type Hit, MatcherProcess, type MatcherSource } from './matcher-process.js';
import { type MatcherRun, schemaVersion } from './matcher-run.js';
import type { MatcherQuestions } from './questions.js';

const LIMIT = 10;

export interface Matcher {
  add(id: string, file: string): Promise<void>;
  search(file: string, limit: number): Promise<readonly Hit[]>;
}

/** @throws MatcherError */
export async function measureMatcher(name: string, source: MatcherSource, asked: Asked): Promise<MatcherRun> {
  const matcher = MatcherProcess.start(source);
  try {
    return await measure(name, matcher, asked);
  } finally {
    await matcher.close();
  }
}

/** As the product searches, one picture at a time. */
export async function measureLoupe(engine: NativeEngine, asked: Asked): Promise<MatcherRun> {
  const session = new Session(engine);
  const files = new Map(asked.questions.references.map((reference) => [reference.id, reference]));
  try {
    return await measure(
      'Loupe',
      {
        add: async (id, file) => {
          const reference = files.get(id);
          if (reference === undefined) throw new RangeError(`There is no reference ${id}.`);
          const { dna } = await extractPicture(engine, decoder.picture(await readFile(file)), 'reference');
          session.references.push(reference);
          session.dnas.push(dna);
          await session.index.apply([{ key: session.references.length, dna }]);
        },
        search: async (file, limit) => {
          const hits = await searchChecked(session, await readFile(file), { limit });
          return hits.map(({ key, distance }) => ({
            id: session.references[key - 1]?.id ?? '',
            score: 1 - distance,
          }));
        },
      },
      asked,
    );
  } finally {
    session.index.close();
  }
}

/** One that runs in this process. */
export async function measureHere(name: string, matcher: Matcher, asked: Asked): Promise<MatcherRun> {
  return measure(name, matcher, asked);
}

export interface Asked {
  readonly questions: MatcherQuestions;
  readonly data: string;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

async function measure(
  name: string,
  matcher: Matcher,
  { questions: { references, questions, checksum }, data, progress, signal }: Asked,
): Promise<MatcherRun> {
  const startedAt = new Date().toISOString();
  const total = references.length + questions.length;
  const addMs: number[] = [];
  const searchMs: number[] = [];
  const answers: MatcherRun['answers'] = [];
  const bar = progress.start(name);
  try {
    for (const { id, file } of references) {
      signal.throwIfAborted();
      addMs.push((await timed(() => matcher.add(id, file))).ms);
      bar.update(addMs.length, total);
    }
    for (const { file, truths } of questions) {
      signal.throwIfAborted();
      const { ms, value } = await timed(() => matcher.search(file, LIMIT));
      searchMs.push(ms);
      const [best] = [...value].sort((a, b) => b.score - a.score);
      const isRight = best !== undefined && truths.includes(best.id);
      answers.push({ isShown: truths.length > 0, isRight, score: best?.score ?? null });
      bar.update(addMs.length + searchMs.length, total);
    }
  } finally {
    bar.stop();
  }
  const { processor, cores, system } = readMachine(0);
  return {
    schemaVersion,
    name,
    checksum,
    data,
    referenceCount: references.length,
    startedAt,
    machine: { processor, cores, system },
    addMs,
    searchMs,
    answers,
  };
}

async function timed<T>(work: () => Promise<T>): Promise<{ readonly ms: number; readonly value: T }> {
  const startMs = performance.now();
  const value = await work();
  return { ms: performance.now() - startMs, value };
}
