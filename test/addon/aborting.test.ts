import { setImmediate as immediate } from 'node:timers/promises';

import { afterAll, expect, test } from 'vitest';

import { addon, VOCABULARY_PATH } from '../../src/engine-host/native.js';
import { makePicture, withAnotherPixel } from '../kit/files/rasters.js';

const engine = new addon.Engine({ vocabularyPath: VOCABULARY_PATH, threads: 1, queueLimit: 200 });
afterAll(() => engine.close());

const large = makePicture(4, 1200, 900, 600);
const other = withAnotherPixel(large);
const small = makePicture(5, 200, 150, 60);

const codeOf = (job: Promise<unknown>): Promise<unknown> =>
  job.then(
    () => 'done',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  );

/** Resolves when no job is waiting: the last one submitted runs or has ended. */
async function untilRunning(): Promise<void> {
  while (engine.waitingCount() > 0) await immediate();
}

test('a job that runs stops when it is cancelled: the native job itself says so', async () => {
  const cancellation = new addon.Cancellation();
  const job = codeOf(engine.compareFinely(large, other, { drawHighlights: true }, cancellation));
  await untilRunning();
  cancellation.cancel();
  expect(await job).toBe('ABORTED');
});

test('jobs that are cancelled while they wait never do their work', async () => {
  const cancellation = new addon.Cancellation();
  const first = codeOf(engine.compareFinely(large, other, { drawHighlights: true }, cancellation));
  const waiting = Array.from({ length: 100 }, () => codeOf(engine.extract(small, 'query', cancellation)));
  cancellation.cancel();
  expect(new Set(await Promise.all([first, ...waiting]))).toEqual(new Set(['ABORTED']));
  expect(await codeOf(engine.extract(small, 'query'))).toBe('done');
});

test('closing an engine stops the job that runs', async () => {
  const short = new addon.Engine({ vocabularyPath: VOCABULARY_PATH, threads: 1 });
  const job = codeOf(short.compareFinely(large, other, { drawHighlights: true }));
  while (short.waitingCount() > 0) await immediate();
  short.close();
  expect(await job).toBe('ABORTED');
});
