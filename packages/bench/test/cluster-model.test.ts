import { expect, test } from 'vitest';
import { predictCluster, searchCost, type Wanted } from '../platform/cluster/cluster-model.js';
import { type Measured, costsOf } from '../platform/cluster/checked-predictions.js';
import { MEASURED_COSTS as costs } from '../platform/cluster/cluster-predictions.js';

const GB = 1e9;
const wanted: Wanted = {
  references: 1e8,
  referencesPerApplication: 10_000,
  scansPerSecond: 100,
  copies: 1,
  shardReferences: null,
  machine: { cores: 16, memoryBytes: 128 * GB },
  hopMs: 0.5,
};

test('memory decides how many machines hold what is rarely asked for, and a second copy needs as many again', () => {
  const once = predictCluster(costs, wanted);
  expect(once.searchersAreFor).toBe('memory');
  expect(once.searchMachines).toBe(
    Math.ceil((wanted.references * costs.hotBytesPerReference) / (0.75 * 128 * GB)),
  );
  expect(predictCluster(costs, { ...wanted, copies: 2 }).searchMachines).toBe(2 * once.searchMachines);
});

test('processors decide where many ask, and twice as many scans need twice as many', () => {
  const busy = { ...wanted, references: 1e6, scansPerSecond: 10_000 };
  const once = predictCluster(costs, busy);
  const twice = predictCluster(costs, { ...busy, scansPerSecond: 20_000 });
  expect(once.searchersAreFor).toBe('processors');
  expect(twice.searchCores).toBeCloseTo(2 * once.searchCores);
  expect(twice.wireBytesPerSecond).toBeCloseTo(2 * once.wireBytesPerSecond);
});

test('a divided application costs more processor time and answers sooner', () => {
  const large = { ...wanted, referencesPerApplication: 1e8 };
  const whole = predictCluster(costs, large);
  const divided = predictCluster(costs, { ...large, shardReferences: 2_000_000 });
  expect([whole.shards, divided.shards]).toEqual([1, 64]);
  expect(divided.scanMs).toBeGreaterThan(whole.scanMs);
  expect(divided.latencyMs).toBeLessThan(whole.latencyMs);
});

test('the costs of shards are found from what two and four of them cost', () => {
  const held = { references: 1000, indexBytes: 7_000_000, mostOwnMb: 100 };
  const measured = (shards: number, elsewhere: number): Measured => {
    const { ms, bytes } = searchCost(costs, 0, { shards, elsewhere });
    const scan = { p50Ms: 20, p99Ms: 40, answerMs: 14, carryMs: 0.5, answers: [] };
    return {
      count: shards,
      shards,
      elsewhere,
      costs: { ...scan, searchMs: ms, searcherBytes: bytes },
      held,
    };
  };
  const found = costsOf(measured(1, 0), [measured(1, 0), measured(2, 1), measured(4, 2)]);
  for (const name of ['divisionMs', 'shardMs', 'divisionBytes', 'shardBytes'] as const)
    expect(found[name]).toBeCloseTo(costs[name]);
  expect(found.hotBytesPerReference).toBe(7000);
});
