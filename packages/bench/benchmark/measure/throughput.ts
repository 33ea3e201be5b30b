/** Answers a second with one native thread and with two, and what the event loop feels of it. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Raster } from '@loupe-print/engine';
import { addon, type NativeEngine, type NativeIndex, VOCABULARY_PATH } from '@loupe-print/engine/internals';

import type { ProgressBar } from '../progress.js';
import type { Row } from '../report/result.js';

const ROUNDS = 3;
const DELAY_RESOLUTION_MS = 1;

/** Best of several rounds, one and two threads in turn, so that what else runs disturbs both alike. */
export async function measureThroughput(
  index: NativeIndex,
  rasters: readonly Raster[],
  bar: ProgressBar,
  signal: AbortSignal,
): Promise<Row[]> {
  const engines = [1, 2].map(
    (threads) => new addon.Engine({ vocabularyPath: VOCABULARY_PATH, threads, queueLimit: 4096 }),
  );
  const best = [0, 0];
  const delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS });
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [place, engine] of engines.entries()) {
        signal.throwIfAborted();
        if (place === 1) delay.enable();
        best[place] = Math.max(best[place] ?? 0, await answersPerSecond(engine, index, rasters));
        delay.disable();
        bar.update(round * engines.length + place + 1, ROUNDS * engines.length);
      }
    }
  } finally {
    for (const engine of engines) engine.close();
  }
  const [one = 0, two = 0] = best;
  const count = rasters.length * ROUNDS;
  const p99Ms = Math.max(0, delay.percentile(99) / 1e6 - DELAY_RESOLUTION_MS);
  return [
    {
      id: 'throughput.one',
      label: `pixels in, answers out among ${index.size()}, one thread`,
      value: one,
      unit: '1/s',
      better: 'higher',
      count,
    },
    {
      id: 'throughput.two',
      label: `pixels in, answers out among ${index.size()}, two threads`,
      value: two,
      unit: '1/s',
      better: 'higher',
      count,
    },
    {
      id: 'throughput.ratio',
      label: 'two threads against one',
      value: two / one,
      unit: 'x',
      better: 'higher',
      count,
    },
    {
      id: 'eventLoop.p99',
      label: 'event loop delay while two threads match, p99',
      value: p99Ms,
      unit: 'ms',
      better: 'lower',
    },
  ];
}

async function answersPerSecond(
  engine: NativeEngine,
  index: NativeIndex,
  rasters: readonly Raster[],
): Promise<number> {
  const startMs = performance.now();
  await Promise.all(rasters.map((raster) => engine.search([index], { picture: raster }, { limit: 10 })));
  return (1000 * rasters.length) / (performance.now() - startMs);
}
