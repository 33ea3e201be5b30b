import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { compareResults } from '../benchmark/report/compare.js';
import { readResult } from '../benchmark/report/files.js';
import type { BenchResult, Row } from '../benchmark/report/result.js';

const recall: Row = {
  id: 'recall',
  label: 'recall',
  value: 90,
  unit: '%',
  better: 'higher',
  low: 85,
  high: 94,
};
const search: Row = { id: 'search', label: 'search', value: 10, unit: 'ms', better: 'lower' };

function resultOf(rows: readonly Row[]): BenchResult {
  return {
    schemaVersion: 1,
    isPartial: false,
    startedAt: '2026-01-01T00:00:00.000Z',
    durationS: 1,
    commit: 'abc',
    machine: {
      processor: 'any',
      cores: 2,
      memoryGb: 8,
      system: 'any',
      node: '20',
      loadAtStart: 0,
      loadAtEnd: 0,
    },
    engineOptions: {},
    parameters: {},
    rows,
    curve: [],
    growth: [],
    stages: [],
    skipped: [],
  };
}

test('a change counts only beyond the confidence intervals, or beyond 5 % where there are none', () => {
  const before = resultOf([recall, search, { ...search, id: 'gone' }]);
  const after = resultOf([
    { ...recall, value: 92, low: 88, high: 95 },
    { ...search, value: 8 },
    { ...search, id: 'new' },
  ]);
  expect(compareResults(before, after).map(({ id, verdict }) => [id, verdict])).toEqual([
    ['recall', 'same'],
    ['search', 'better'],
    ['gone', 'only before'],
    ['new', 'only after'],
  ]);
  const worse = resultOf([
    { ...recall, value: 70, low: 64, high: 76 },
    { ...search, value: 10.4 },
  ]);
  expect(compareResults(before, worse).map(({ verdict }) => verdict)).toEqual([
    'worse',
    'same',
    'only before',
  ]);
});

test('a file that is no result is refused with what to give', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'loupe-bench-test-'));
  const path = join(folder, 'result.json');
  try {
    await writeFile(path, '{"rows":[]}');
    await expect(readResult(path)).rejects.toThrow(/no result of this version.*JSON file/);
    await writeFile(path, JSON.stringify(resultOf([recall])));
    await expect(readResult(path)).resolves.toMatchObject({ commit: 'abc' });
    await expect(readResult(join(folder, 'absent.json'))).rejects.toThrow(/cannot be read/);
  } finally {
    await rm(folder, { recursive: true });
  }
});
