import { execFile } from 'node:child_process';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';

import sharp from 'sharp';
import { expect, test } from 'vitest';

import { addon, VOCABULARY_PATH } from '../../src/engine-host/native.js';
import { makePicture } from '../kit/files/rasters.js';

const run = promisify(execFile);
const addonPath = fileURLToPath(new URL('../../build/Release/loupe.node', import.meta.url));

/** A program that starts `jobCount` jobs and then does `ending`. */
function program(ending: string, jobCount = 30): string {
  return `
    const { Engine } = require(${JSON.stringify(addonPath)});
    const engine = new Engine({ vocabularyPath: ${JSON.stringify(VOCABULARY_PATH)}, threads: 2 });
    const data = Buffer.alloc(480 * 360);
    for (let i = 0; i < data.length; i += 1) data[i] = (i * 2654435761) >>> 24;
    const raster = { data, width: 480, height: 360, channels: 1, originalWidth: 480, originalHeight: 360 };
    const jobs = Array.from({ length: ${jobCount} }, () => engine.extract(raster, 'query'));
    ${ending}
  `;
}

test('a process with running jobs exits cleanly when told to', async () => {
  const { stderr } = await run(process.execPath, ['-e', program('setImmediate(() => process.exit(0));')]);
  expect(stderr).toBe('');
});

test('a process waits for its jobs and then ends by itself', async () => {
  const ending = 'Promise.all(jobs).then((done) => console.log(done.length));';
  const { stdout } = await run(process.execPath, ['-e', program(ending)]);
  expect(stdout.trim()).toBe('30');
});

test('an idle engine does not keep a process alive', async () => {
  const ending = 'Promise.all(jobs).then(() => { globalThis.kept = engine; });';
  await expect(run(process.execPath, ['-e', program(ending)])).resolves.toMatchObject({ stderr: '' });
});

test('engines in worker threads work, and end with their threads while jobs run', async () => {
  const answer = (worker: Worker) =>
    new Promise<unknown>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
  const ending = `jobs[0].then((first) => require('node:worker_threads').parentPort.postMessage(first.keypointCount));`;
  const workers = [1, 2, 3].map(() => new Worker(program(ending), { eval: true }));
  const counts = await Promise.all(workers.map(answer));
  expect(new Set(counts).size).toBe(1);
  expect(await Promise.all(workers.map((worker) => worker.terminate()))).toHaveLength(3);
});

test('threads end while jobs settle one after another', async () => {
  const ending = `
    const small = { ...raster, width: 40, height: 40 };
    let settled = 0;
    const again = () => {
      settled += 1;
      if (settled === 60) require('node:worker_threads').parentPort.postMessage('turning');
      engine.extract({ ...small, data: data.subarray(0, 1600) }, 'query').then(again, again);
    };
    for (let i = 0; i < 40; i += 1) again();`;
  const terminations = `
    const { Worker } = require('node:worker_threads');
    (async () => {
      for (let i = 0; i < 5; i += 1) {
        const worker = new Worker(${JSON.stringify(program(ending, 0))}, { eval: true });
        await new Promise((resolve) => worker.once('message', resolve));
        await worker.terminate();
      }
      console.log('alive');
    })();`;
  await expect(run(process.execPath, ['-e', terminations])).resolves.toMatchObject({ stdout: 'alive\n' });
});

test('threads end while pictures are being decoded', async () => {
  const jpeg = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#a53' } })
    .jpeg()
    .toBuffer();
  const decoding = `
    const { Engine } = require(${JSON.stringify(addonPath)});
    const engine = new Engine({ vocabularyPath: ${JSON.stringify(VOCABULARY_PATH)}, threads: 2 });
    const jpeg = Buffer.from(${JSON.stringify(jpeg.toString('base64'))}, 'base64');
    let settled = 0;
    const again = () => {
      settled += 1;
      if (settled === 60) require('node:worker_threads').parentPort.postMessage('turning');
      engine.decode({ jpeg, role: 'query', mostPixels: 1e6 }).then(again, again);
    };
    for (let i = 0; i < 40; i += 1) again();`;
  const terminations = `
    const { Worker } = require('node:worker_threads');
    (async () => {
      for (let i = 0; i < 8; i += 1) {
        const worker = new Worker(${JSON.stringify(decoding)}, { eval: true });
        await new Promise((resolve) => worker.once('message', resolve));
        await worker.terminate();
      }
      console.log('alive');
    })();`;
  await expect(run(process.execPath, ['-e', terminations])).resolves.toMatchObject({
    stdout: 'alive\n',
    stderr: '',
  });
});

test('garbage collection frees engines and indexes, also under running jobs', async () => {
  const ending = `
    for (let i = 0; i < 20; i += 1) {
      const short = new Engine({ vocabularyPath: ${JSON.stringify(VOCABULARY_PATH)}, threads: 1 });
      short.createIndex();
      short.extract(raster, 'query').catch(() => undefined);
      globalThis.gc();
    }
    Promise.all(jobs).then(() => { globalThis.gc(); console.log('alive'); });`;
  const { stdout } = await run(process.execPath, ['--expose-gc', '-e', program(ending)]);
  expect(stdout.trim()).toBe('alive');
});

test('the event loop turns while every core extracts', async () => {
  const engine = new addon.Engine({ vocabularyPath: VOCABULARY_PATH, queueLimit: 500 });
  const raster = makePicture(5, 640, 480);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  delay.enable();
  const jobs = Array.from({ length: 60 }, () => engine.extract(raster, 'query'));
  let settled = 0;
  await Promise.all(jobs.map((job) => job.then(() => (settled += 1))));
  delay.disable();
  clearInterval(timer);
  engine.close();
  expect(settled).toBe(60);
  expect(turns).toBeGreaterThan(20);
});
