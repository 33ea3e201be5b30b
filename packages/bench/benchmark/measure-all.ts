/** The measurements in their order; after each, what it found is kept. */
import { type NativeEngine, VOCABULARY_PATH } from '@loupe-print/engine/internals';
import { measureFilters } from './measure/filters.js';
import { gradeRows } from './measure/grades.js';
import { growTo, type GrowthQuery, measureRemovals, measureSize } from './measure/growth.js';
import { latencyRows, stagePoints } from './measure/latency.js';
import { measureMillions } from './measure/million.js';
import { compareWithPeers } from './measure/peer-comparison.js';
import { askCrops, askQueries, keepQueries } from './measure/questions.js';
import type { Answer, AnsweredQuery } from './measure/recognition.js';
import type { Run } from './measure/run.js';
import { amongAllRows, falseAcceptRows, homographyRows, recognitionRows } from './measure/scores.js';
import { Session } from './measure/session.js';
import { measureSnapshot } from './measure/storage.js';
import { poolOf, strangerRows } from './measure/strangers.js';
import { measureThroughput } from './measure/throughput.js';
import { MAX_STORED_REFERENCES } from './options.js';
import { loadPeersAddon } from './peers/native-addon.js';
import type { BenchReference } from './sets/dataset.js';
import { mean } from './statistics.js';

/** Queries whose pixels are kept for throughput, filters and growth. */
const KEPT_QUERIES = { quick: 40, full: 450 } as const;
const THROUGHPUT_QUERIES = 150;
/** Throughput and filters are measured at the size nearest to this one. */
const TYPICAL_SIZE = 10_000;

/** @throws the signal's reason when it aborts; what was measured before has been kept */
export async function measureAll(engine: NativeEngine, given: Omit<Run, 'session'>): Promise<void> {
  const run: Run = { ...given, session: new Session(engine) };
  const { session, dataset, options, keep, signal } = run;
  await insert(run, dataset.references, 'Inserting references');
  const hasVolume = dataset.volume.references.length > 0;
  const answered = await measureRecognition(run, !hasVolume);
  const all = [...dataset.queries, ...dataset.volume.queries];
  const queries = await keepQueries(
    run.session.engine,
    all,
    options.isQuick ? KEPT_QUERIES.quick : KEPT_QUERIES.full,
  );
  keep(await measureSize(session, queries, signal));
  if (hasVolume) answered.push(...(await measureVolume(run, queries)));
  await measureSimulated(run, queries);
  const [first] = queries;
  if (first !== undefined) keep({ rows: await measureSnapshot(session, first.raster) });
  if (options.withPeers) await compareWithPeers(run, answered);
  await measureBeyond(run, queries);
}

async function insert(run: Run, references: readonly BenchReference[], title: string): Promise<void> {
  const { session, progress, signal, keep } = run;
  const before = session.insertCpuMs.length;
  const bar = progress.start(title);
  try {
    await session.insert(references, bar, signal);
  } finally {
    bar.stop();
    const times = session.insertCpuMs.slice(before);
    const base = { unit: '1/s', better: 'higher', count: times.length } as const;
    const isFirst = before === 0;
    if (times.length > 0)
      keep({
        rows: [
          {
            ...base,
            id: isFirst ? 'insert' : `insert.${session.references.length}`,
            label: `insert from JPEG, one core${isFirst ? '' : `, up to ${session.references.length}`}`,
            value: 1000 / mean(times),
          },
        ],
      });
  }
}

/** Recall, false accepts, homographies and latency on the sets. */
async function measureRecognition(run: Run, withCrops: boolean): Promise<AnsweredQuery[]> {
  const { session, dataset, keep } = run;
  const answered: AnsweredQuery[] = [];
  const crops: Answer[] = [];
  try {
    await askQueries(run, dataset.queries, { title: 'Asking', withWithheld: true }, answered);
    if (withCrops) await askCrops(run, crops);
  } finally {
    const cpu = answered.map(({ answer }) => answer.cpu);
    if (cpu.length > 0)
      keep({
        rows: [
          ...recognitionRows(answered),
          ...falseAcceptRows(answered, crops),
          ...homographyRows(answered),
          ...gradeRows(answered, session.grades),
          ...latencyRows(answered.map(({ answer }) => answer)),
        ],
        stages: stagePoints(cpu, session.index.size()),
      });
  }
  return answered;
}

/** Adds the sets that are there for their number, asks their queries, and those of all other sets once more. */
async function measureVolume(run: Run, queries: readonly GrowthQuery[]): Promise<AnsweredQuery[]> {
  const { session, dataset, options, signal, keep } = run;
  const { volume } = dataset;
  let from = 0;
  for (const size of [...options.sizes, Infinity]) {
    const to = Math.min(volume.references.length, from + Math.max(0, size - session.index.size()));
    if (to === from) continue;
    const part = volume.references.slice(from, to);
    await insert(run, part, `Inserting up to ${session.index.size() + part.length}`);
    from = to;
    keep(await measureSize(session, queries, signal));
    keep({ rows: await measureRemovals(session) });
  }
  await measureTypical(run, queries);
  const answered: AnsweredQuery[] = [];
  const again: AnsweredQuery[] = [];
  const crops: Answer[] = [];
  const size = session.index.size();
  try {
    await askQueries(run, volume.queries, { title: `Asking among ${size}`, withWithheld: false }, answered);
    await askQueries(run, dataset.queries, { title: 'Asking again', withWithheld: false }, again);
    await askCrops(run, crops);
  } finally {
    const rows = [
      ...recognitionRows(answered),
      ...amongAllRows(again, size),
      ...falseAcceptRows([...answered, ...again], crops).map((row) => ({
        ...row,
        id: row.id.replace('falseAccepts.', 'falseAcceptsAmongAll.'),
        label: `${row.label}, among ${size}`,
      })),
      ...gradeRows([...again, ...answered], session.grades).map((row) => ({
        ...row,
        id: row.id.replace('grade.', 'gradeAmongAll.'),
        label: `${row.label}, among ${size}`,
      })),
    ];
    if (answered.length > 0) keep({ rows });
  }
  return answered;
}

async function measureTypical(run: Run, queries: readonly GrowthQuery[]): Promise<void> {
  const { session, options, progress, signal, keep } = run;
  const bar = progress.start('Throughput and filters');
  const rasters = queries.slice(0, THROUGHPUT_QUERIES).map(({ raster }) => raster);
  keep({ rows: await measureThroughput(session.index, rasters, bar, signal) });
  bar.stop();
  keep({ rows: await measureFilters(session, queries, options.seed, signal) });
}

/** Grows the index with simulated references, as far as each can have a DNA of its own. */
async function measureSimulated(run: Run, queries: readonly GrowthQuery[]): Promise<void> {
  const { session, options, progress, signal, keep } = run;
  const addon = loadPeersAddon();
  const real = session.index.size();
  const sizes = options.sizes.filter((size) => size > real && size <= MAX_STORED_REFERENCES);
  // Sets that bring their own number were measured before simulated references joined them.
  let isTypicalDue = run.dataset.volume.references.length === 0;
  if (addon === null && sizes.length > 0)
    keep({ skipped: ['growth: the simulator of references is not built; npm run bench builds it'] });
  if (addon !== null && options.sizes.length > 0) keep({ rows: strangerRows(addon, session, options.seed) });
  if (addon !== null && sizes.length > 0) {
    const pool = poolOf(session, queries, options.seed).slice(0, POOL_SIZE);
    const simulator = new addon.Simulator(VOCABULARY_PATH, pool, options.seed);
    for (const size of sizes) {
      if (isTypicalDue && size > TYPICAL_SIZE) {
        await measureTypical(run, queries);
        isTypicalDue = false;
      }
      const bar = progress.start(`Growing to ${size}`);
      try {
        keep({ rows: await growTo(session, size, simulator, bar, signal) });
      } finally {
        bar.stop();
      }
      keep(await measureSize(session, queries, signal));
    }
  }
  if (isTypicalDue) await measureTypical(run, queries);
}

/** References that simulated ones take their corners from. */
const POOL_SIZE = 2000;

async function measureBeyond(
  { session, options, progress, signal, keep }: Run,
  queries: readonly GrowthQuery[],
): Promise<void> {
  const sizes = options.sizes.filter((size) => size > MAX_STORED_REFERENCES);
  const addon = loadPeersAddon();
  if (sizes.length === 0 || addon === null) return;
  const given = { addon, session, seed: options.seed };
  await measureMillions(given, queries, sizes, progress, signal, keep);
}
