import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { BenchOptions } from '../benchmark/options.js';
import { createProgress } from '../benchmark/progress.js';
import { renderPage } from '../benchmark/report/page.js';
import { drawPlots } from '../benchmark/report/plots.js';
import { runBench } from '../benchmark/run.js';
import { readDatasetFolder } from '../benchmark/sets/folder.dataset.js';
import { writeSyntheticSet } from '../simulation/synthetic-set-writer.js';

let folder: string;
let options: BenchOptions;
const silent = createProgress(() => undefined, false);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loupe-bench-test-'));
  await writeSyntheticSet(join(folder, 'drawn'), {
    seed: 3,
    referenceCount: 4,
    queriesPerGroup: 1,
    kinds: ['magazine', 'photo'],
  });
  options = {
    dataFolder: folder,
    isQuick: true,
    sizes: [],
    cropCount: 0,
    seed: 1,
    withPeers: false,
    peerReferences: 0,
    peerQueries: 0,
    engineOptions: {},
  };
});
afterAll(() => rm(folder, { recursive: true }));

test('a run on a small set measures recall, false accepts, homographies, speed and memory', async () => {
  const result = await runBench(options, silent, new AbortController().signal);
  expect(result.isPartial).toBe(false);
  const valueOf = (id: string): number => result.rows.find((row) => row.id === id)?.value ?? Number.NaN;
  expect(valueOf('recall.drawn.at1')).toBeGreaterThanOrEqual(50);
  expect(valueOf('falseAccepts.unrelated')).toBe(0);
  expect(valueOf('corners.drawn.p50')).toBeLessThan(5);
  for (const id of [
    'insert',
    'throughput.ratio',
    'growth.4.memory.hot',
    'snapshot.4.load',
    'latency.total.cpu.p50',
  ]) {
    expect(valueOf(id)).toBeGreaterThan(0);
  }
  expect(result.engineOptions['verification.decision.minInlierCells']).toBe(10);
  const { svgs } = await drawPlots(result);
  expect(svgs['stages']).toMatch(/^<svg/);
  expect(renderPage(result, ['benchmarks/stages.svg'], 'benchmarks/drawn.json')).toContain(
    'drawn: best answer right',
  );
});

test('an interrupted run keeps what it has and says that it is partial', async () => {
  const controller = new AbortController();
  const progress = {
    start: (title: string) => {
      if (title === 'Asking') controller.abort();
      return silent.start(title);
    },
  };
  const result = await runBench(options, progress, controller.signal);
  expect(result.isPartial).toBe(true);
  expect(result.rows.map(({ id }) => id)).toContain('insert');
});

test('halves of the queries are kept separate, and a folder without sets is refused', async () => {
  const { queries, references } = readDatasetFolder(folder);
  expect(references.every(({ id }) => id.startsWith('drawn/'))).toBe(true);
  expect(new Set(queries.map(({ half }) => half))).toEqual(new Set(['tuning', 'held-out']));
  const volume = join(folder, 'volume');
  await mkdir(volume);
  await writeFile(
    join(volume, 'manifest.json'),
    JSON.stringify({ volume: true, refs: [{ id: 'page', file: 'page.jpg' }], queries: [] }),
  );
  const withVolume = readDatasetFolder(folder);
  expect(withVolume.references).toEqual(references);
  expect(withVolume.volume.references.map(({ id }) => id)).toEqual(['volume/page']);
  await rm(volume, { recursive: true });
  expect(() => readDatasetFolder(join(folder, 'drawn', 'refs'))).toThrow(/holds no image sets/);
  expect(() => readDatasetFolder(join(folder, 'absent'))).toThrow(/does not exist/);
  await writeFile(join(folder, 'drawn', 'queries', 'manifest.json'), '{');
  expect(() => readDatasetFolder(join(folder, 'drawn', 'queries'))).toThrow(/cannot be read/);
});
