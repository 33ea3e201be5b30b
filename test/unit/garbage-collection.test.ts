import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { countBuffersWithHeap } from '../../src/kernel/garbage-collection.js';

const run = promisify(execFile);

/** Makes 1.2 GB of buffers beside a heap of some size, and says how often everything was collected. */
const PROGRAM = `
import { PerformanceObserver, constants } from 'node:perf_hooks';
import { countBuffersWithHeap } from './dist/src/kernel/garbage-collection.js';
if (process.argv[1] === 'counted') countBuffersWithHeap();
let count = 0;
new PerformanceObserver((list) => {
  for (const { detail } of list.getEntries()) if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) count += 1;
}).observe({ entryTypes: ['gc'] });
globalThis.heap = Array.from({ length: 1_000_000 }, (_each, at) => ({ at }));
for (let at = 0; at < 20_000; at += 1) {
  globalThis.last = Buffer.allocUnsafeSlow(60_000);
  if (at % 200 === 0) await new Promise(setImmediate);
}
for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
console.log(count);
`;

const collections = async (how: string) => {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', PROGRAM, how]);
  return Number(stdout);
};

const isKnown = Number.parseInt(process.versions.v8, 10) >= 13;

it.runIf(isKnown)('buffers no longer make V8 collect everything every few of them', async () => {
  expect(countBuffersWithHeap()).toBe(true);
  const [before, after] = [await collections('alone'), await collections('counted')];
  expect({ before, after }).toMatchObject({
    before: expect.toSatisfy((count: number) => count > 2 * after + 2),
  });
});

it('leaves a V8 that does not know it alone', () => {
  expect(countBuffersWithHeap('12.4.254.21-node.57')).toBe(false);
});
