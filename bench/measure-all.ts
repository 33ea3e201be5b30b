/** The measurements in their order; after each, what it found is kept. */
import { setImmediate as immediate } from 'node:timers/promises';

import type { NativeEngine } from '../src/vision/native.js';
import type { Raster } from '../src/vision/types.js';
import type { BenchQuery, Dataset } from './sets/dataset.js';
import { compareWithPeers } from './measure/comparison.js';
import { makeCrop } from './measure/crops.js';
import { growTo, type GrowthQuery, measureSize } from './measure/growth.js';
import { latencyRows, stagePoints } from './measure/latency.js';
import { type Answer, answerQuery, type AnsweredQuery, ask } from './measure/recognition.js';
import { falseAcceptRows, homographyRows, recognitionRows } from './measure/scores.js';
import { decodeFile, decoder, indexReferences, type Session } from './measure/session.js';
import { measureSnapshot } from './measure/storage.js';
import { measureThroughput } from './measure/throughput.js';
import type { BenchOptions } from './options.js';
import { loadPeersAddon } from './peers/native-addon.js';
import type { Progress } from './progress.js';
import type { Part } from './recorder.js';
import { mean } from './statistics.js';
import { seededRandom } from './support/random.js';

/** Queries whose pixels are kept for throughput and growth. */
const KEPT_RASTERS = { quick: 40, full: 150 } as const;
/** Crops that peers are asked for as well. */
const PEER_CROPS = 60;

type Keep = (part: Part) => void;

/** @throws the signal's reason when it aborts; what was measured before has been kept */
export async function measureAll(
  engine: NativeEngine,
  dataset: Dataset,
  options: BenchOptions,
  progress: Progress,
  signal: AbortSignal,
  keep: Keep,
): Promise<void> {
  const session = await measureInsertion(engine, dataset, progress, signal, keep);
  const cropRasters = await measureRecognition(session, dataset, options, progress, signal, keep);
  const queries = await keepRasters(session, dataset.queries, options.isQuick);
  const rasters = queries.map(({ raster }) => raster);
  keep({ rows: await measureThroughput(session.index, rasters, signal) });
  if (options.withPeers) {
    const limits = { referenceLimit: options.peerReferences, queryLimit: options.peerQueries };
    await compareWithPeers(engine, dataset, cropRasters, limits, progress, signal, keep);
  }
  await measureGrowth(session, queries, options, progress, signal, keep);
  const [first] = rasters;
  if (first !== undefined) keep({ rows: await measureSnapshot(session, first) });
}

async function measureInsertion(
  engine: NativeEngine,
  { references }: Dataset,
  progress: Progress,
  signal: AbortSignal,
  keep: Keep,
): Promise<Session> {
  const bar = progress.start('Inserting references');
  const session = await indexReferences(engine, references, bar, signal);
  bar.stop();
  const count = session.insertCpuMs.length;
  const perSecond = 1000 / mean(session.insertCpuMs);
  keep({
    rows: [
      {
        id: 'insert',
        label: 'insert from JPEG, one core',
        value: perSecond,
        unit: '1/s',
        better: 'higher',
        count,
      },
    ],
  });
  return session;
}

/** @returns some of the crops, for peers */
async function measureRecognition(
  session: Session,
  { queries, references, unrelatedFiles }: Dataset,
  { cropCount, seed }: BenchOptions,
  progress: Progress,
  signal: AbortSignal,
  keep: Keep,
): Promise<Raster[]> {
  const answered: AnsweredQuery[] = [];
  const crops: Answer[] = [];
  const cropRasters: Raster[] = [];
  const bar = progress.start('Asking');
  const wanted = unrelatedFiles.length > 0 ? cropCount : 0;
  const total = queries.length + wanted;
  const random = seededRandom(seed);
  try {
    for (const query of queries) {
      signal.throwIfAborted();
      answered.push(await answerQuery(session, query));
      bar.update(answered.length, total);
    }
    for (let rank = 0; rank < wanted; rank += 1) {
      await immediate();
      signal.throwIfAborted();
      const bytes = await makeCrop(unrelatedFiles[rank % unrelatedFiles.length] ?? '', random);
      crops.push(await ask(session, bytes, null));
      if (cropRasters.length < PEER_CROPS) cropRasters.push(await decoder.raster(bytes, 'query'));
      bar.update(answered.length + crops.length, total);
    }
  } finally {
    bar.stop();
    const answers = answered.map(({ answer }) => answer);
    if (answers.length > 0) {
      keep({
        rows: [
          ...recognitionRows(answered),
          ...falseAcceptRows(answered, crops),
          ...homographyRows(answered),
          ...latencyRows(answers),
        ],
        stages: stagePoints(answers, references.length),
      });
    }
  }
  return cropRasters;
}

/** The pixels of queries that are spread over the data. */
async function keepRasters(
  session: Session,
  queries: readonly BenchQuery[],
  isQuick: boolean,
): Promise<GrowthQuery[]> {
  const count = isQuick ? KEPT_RASTERS.quick : KEPT_RASTERS.full;
  const step = Math.max(1, Math.floor(queries.length / count));
  const kept: GrowthQuery[] = [];
  for (const query of queries.filter((_, rank) => rank % step === 0).slice(0, count)) {
    const truths = query.truths.flatMap((id) => session.keyOf.get(id) ?? []);
    kept.push({ raster: await decodeFile(query.file, 'query'), truths });
  }
  return kept;
}

async function measureGrowth(
  session: Session,
  queries: readonly GrowthQuery[],
  { sizes, seed }: BenchOptions,
  progress: Progress,
  signal: AbortSignal,
  keep: Keep,
): Promise<void> {
  keep(await measureSize(session, queries, signal));
  const peers = loadPeersAddon();
  if (peers === null) {
    if (sizes.length > 0)
      keep({ skipped: ['growth: the simulator of references is not built; npm run bench builds it'] });
    return;
  }
  const simulator = new peers.Simulator(session.pool, seed);
  for (const size of sizes.filter((wanted) => wanted > session.index.size())) {
    const bar = progress.start(`Growing to ${size}`);
    try {
      keep({ rows: await growTo(session, size, simulator, bar, signal) });
    } finally {
      bar.stop();
    }
    keep(await measureSize(session, queries, signal));
  }
}
