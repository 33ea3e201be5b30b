import { expect, test } from 'vitest';

import type { Row } from '../benchmark/report/result.js';
import { compareWithWishes, wantedCells } from '../benchmark/report/wanted.js';

const time = (id: string, value: number): Row => ({ id, label: id, value, unit: 'ms', better: 'lower' });

test('each wanted figure comes from the row of the nearest size, and missing ones say so', () => {
  const figures = compareWithWishes({
    rows: [
      time('growth.863.search.p50', 4),
      time('growth.10004.search.p50', 10),
      time('growth.10004.search.p99', 25),
      time('growth.500000.search.p50', 90),
      { id: 'recall.smvs_dvd.at1', label: '', value: 92, unit: '%', better: 'higher', low: 88, high: 95 },
    ],
  });
  const verdictOf = (title: string): string =>
    figures.find((figure) => figure.title === title)?.verdict ?? 'no such figure';
  expect(verdictOf('search p50 at 1k references')).toBe('aim');
  expect(verdictOf('search p50 at 10k references')).toBe('reached');
  expect(verdictOf('search p99 against p50 at 10k')).toBe('missed');
  expect(verdictOf('search p50 at 1M references')).toBe('not measured');
  expect(verdictOf('smvs_dvd right')).toBe('missed');
  expect(figures.map(wantedCells)).toContainEqual([
    'smvs_dvd right',
    '≥ 93 %',
    '≥ 98 %',
    '92.0 % (88.0–95.0)',
    'missed',
  ]);
});
