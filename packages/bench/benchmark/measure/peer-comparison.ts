/** The engine and its peers on the same references and queries in the same process. */
import { readFile } from 'node:fs/promises';
import type { Raster } from '@loupe-print/engine';
import { isRecognized, type NativeEngine } from '@loupe-print/engine/internals';

import { createRandom } from '../../random.js';
import type { CurvePoint, GrowthPoint, Row } from '../report/result.js';
import type { BenchReference } from '../sets/dataset.js';
import { percentile } from '../statistics.js';
import { makeCrop } from './crops.js';
import { type ScoredAnswer, traceCurve } from './curve.js';
import { choosePart } from './peer-part.js';
import { findPeers, LOOP, measurePeer, type NamedPeer, type PeerQuery } from './peers.js';
import type { AnsweredQuery } from './recognition.js';
import type { Run } from './run.js';
import { decodeLuma, Session } from './session.js';

/** Queries that the loop is asked among all real references: each takes it up to half a minute. */
const LONG_QUERIES = 6;
/** Below this many real references the second comparison says nothing new. */
const MIN_LONG_REFERENCES = 5000;

/**
 * All methods on a part of the data; then the loop once more among all real references, on a few of the queries
 * that the engine has answered there.
 *
 * @param answered  answers of the engine among all real references
 */
export async function compareWithPeers(run: Run, answered: readonly AnsweredQuery[]): Promise<void> {
  const { dataset, options, progress, signal, keep, session } = run;
  const part = choosePart(dataset, options);
  const asked = await decodeAll(session.engine, part.queries);
  const queries = [...asked, ...(await cropQueries(run, asked))];
  const ours = await measureOurs(session.engine, part.references, queries, run);
  keep(ours);
  const { peers, skipped } = findPeers();
  keep({ skipped });
  for (const named of peers) {
    const bar = progress.start(named.name);
    try {
      const measured = await measurePeer(session.engine, named, part.references, queries, bar, signal);
      measured.rows.push(...factorRows(measured.id, named.name, part.references.length, measured, ours));
      keep(measured);
    } finally {
      bar.stop();
    }
  }
  const loop = findPeers().peers.find(({ name }) => name === LOOP);
  if (loop !== undefined && session.references.length >= MIN_LONG_REFERENCES)
    await compareAmongAll(run, loop, answered);
}

async function compareAmongAll(
  { session, progress, signal, keep }: Run,
  loop: NamedPeer,
  answered: readonly AnsweredQuery[],
): Promise<void> {
  const positives = answered.filter(({ query }) => query.truths.length > 0);
  const step = Math.max(1, Math.floor(positives.length / LONG_QUERIES));
  const chosen = positives.filter((_, rank) => rank % step === 0).slice(0, LONG_QUERIES);
  if (chosen.length === 0) return;
  const bar = progress.start(`${loop.name}, all`);
  try {
    const queries = await decodeAll(
      session.engine,
      chosen.map(({ query }) => query),
    );
    const measured = await measurePeer(session.engine, loop, session.references, queries, bar, signal);
    const ours = ourTimes(chosen.map(({ answer }) => answer.cpu));
    const size = session.references.length;
    keep({
      rows: [
        { ...(measured.rows.find(({ id }) => id.endsWith('.p50')) as Row), id: `peerAmongAll.loop.p50` },
        ...factorRows('peerAmongAll.loop', loop.name, size, measured, ours),
      ],
      points: measured.points,
    });
  } finally {
    bar.stop();
  }
}

async function decodeAll(
  engine: NativeEngine,
  queries: readonly { readonly file: string; readonly truths: readonly string[] }[],
): Promise<PeerQuery[]> {
  const decoded: PeerQuery[] = [];
  for (const { file, truths } of queries)
    decoded.push({ raster: await decodeLuma(engine, await readFile(file), 'query'), truths });
  return decoded;
}

/** As many crops as make pictures that show nothing as numerous as the others. */
async function cropQueries(
  { dataset, options, signal, session }: Run,
  asked: readonly PeerQuery[],
): Promise<PeerQuery[]> {
  const { unrelatedFiles } = dataset;
  const random = createRandom(options.seed + 1);
  const crops: Raster[] = [];
  const missing = options.peerQueries - asked.filter(({ truths }) => truths.length === 0).length;
  while (unrelatedFiles.length > 0 && crops.length < Math.min(options.cropCount, missing)) {
    signal.throwIfAborted();
    const file = unrelatedFiles[(crops.length * 7) % unrelatedFiles.length] ?? '';
    crops.push(await decodeLuma(session.engine, await makeCrop(file, random), 'query'));
  }
  return crops.map((raster) => ({ raster, truths: [] }));
}

type CpuTimes = Pick<AnsweredQuery['answer']['cpu'], 'extractMs' | 'searchMs'>;

interface OurTimes {
  /** Extraction and search. */
  readonly p50CpuMs: number;
  readonly searchP50CpuMs: number;
}

function ourTimes(cpu: readonly CpuTimes[]): OurTimes {
  return {
    p50CpuMs: percentile(
      cpu.map(({ extractMs, searchMs }) => extractMs + searchMs),
      0.5,
    ),
    searchP50CpuMs: percentile(
      cpu.map(({ searchMs }) => searchMs),
      0.5,
    ),
  };
}

/** The peer's time against all of ours, and against that of the search alone: both extract at about the same cost. */
function factorRows(
  id: string,
  name: string,
  references: number,
  { points }: { readonly points: readonly GrowthPoint[] },
  ours: OurTimes,
): Row[] {
  const peerMs = points[0]?.p50CpuMs ?? Number.NaN;
  const base = { unit: 'x', better: 'higher', count: references } as const;
  const label = `${name} among ${references}: CPU time of a query against Loupe's`;
  return [
    { ...base, id: `${id}.factor`, label, value: peerMs / ours.p50CpuMs },
    { ...base, id: `${id}.searchFactor`, label: `${label} search`, value: peerMs / ours.searchP50CpuMs },
  ];
}

interface OurMeasurement extends OurTimes {
  readonly rows: Row[];
  readonly curve: CurvePoint[];
}

async function measureOurs(
  engine: NativeEngine,
  references: readonly BenchReference[],
  queries: readonly PeerQuery[],
  { progress, signal }: Run,
): Promise<OurMeasurement> {
  const bar = progress.start('Loupe on the part that peers get');
  const session = new Session(engine);
  const cpu: CpuTimes[] = [];
  const positives: ScoredAnswer[] = [];
  const negatives: ScoredAnswer[] = [];
  let right = 0;
  try {
    await session.insert(references, bar, signal);
    for (const { raster, truths } of queries) {
      signal.throwIfAborted();
      const { hits, timing } = await engine.search([session.index], { picture: raster }, { limit: 10 });
      cpu.push(timing.cpu);
      const [best] = [...hits].sort((a, b) => a.distance - b.distance);
      const isRight = best !== undefined && truths.includes(references[best.key - 1]?.id ?? '');
      const score = best === undefined ? -Infinity : 1 - best.distance;
      (truths.length > 0 ? positives : negatives).push({ score, isRight });
      if (isRight && isRecognized(best)) right += 1;
    }
  } finally {
    bar.stop();
    session.index.close();
  }
  const times = ourTimes(cpu);
  const label = `Loupe on the part that peers get (${references.length} references)`;
  const rows: Row[] = [
    {
      id: 'peer.Loupe.recall',
      label: `${label}: recognized rightly`,
      value: (100 * right) / Math.max(1, positives.length),
      unit: '%',
      better: 'higher',
      count: positives.length,
    },
    {
      id: 'peer.Loupe.p50',
      label: `${label}: pixels in, answer out, CPU, p50`,
      value: times.p50CpuMs,
      unit: 'ms',
      better: 'lower',
      count: cpu.length,
    },
  ];
  return { rows, curve: traceCurve('Loupe', positives, negatives), ...times };
}
