import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { addon, VOCABULARY_PATH } from '../../src/engine-host/native.js';
import { makePicture } from '../kit/files/rasters.js';

const run = promisify(execFile);
const addonPath = fileURLToPath(new URL('../../build/Release/loupe.node', import.meta.url));
const preamble = `const addon = require(${JSON.stringify(addonPath)});`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loupe-addon-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('a folder that another process holds is refused, and free again when that process was killed', async () => {
  const holding = `${preamble} globalThis.lock = new addon.FolderLock(process.argv[1]);
    console.log('held'); process.stdin.resume();`;
  const holder = spawn(process.execPath, ['-e', holding, folder], { stdio: ['pipe', 'pipe', 'inherit'] });
  await new Promise((resolve) => holder.stdout.once('data', resolve));
  expect(() => new addon.FolderLock(folder)).toThrow(expect.objectContaining({ code: 'FOLDER_LOCKED' }));
  holder.kill('SIGKILL');
  await new Promise((resolve) => holder.once('exit', resolve));
  const lock = new addon.FolderLock(folder);
  lock.release();
});

test('a disk that is full while saving is a storage error; the index goes on and keeps its old snapshot', async () => {
  const engine = new addon.Engine({ vocabularyPath: VOCABULARY_PATH, threads: 1 });
  const dnas = await Promise.all(
    [1, 2, 3].map(async (seed) => (await engine.extract(makePicture(seed), 'reference')).dna),
  );
  const [first, second, third] = dnas;
  const snapshot = join(folder, 'snapshot');
  const index = engine.createIndex();
  await index.apply([{ key: 1, dna: first! }]);
  await index.save(snapshot, 1, 'owner');
  const saving = `${preamble}
    const [vocabularyPath, folder, ...dnas] = process.argv.slice(1);
    const engine = new addon.Engine({ vocabularyPath, threads: 1 });
    (async () => {
      const { index } = await engine.loadIndex(folder, 'owner');
      await index.apply(dnas.map((dna, i) => ({ key: 2 + i, dna: Buffer.from(dna, 'base64') })));
      const code = await index.save(folder, 3, 'owner').then(() => 'saved', (error) => error.code);
      const { hits } = await engine.search([index], { dna: Buffer.from(dnas[1], 'base64') }, { limit: 1 });
      console.log(JSON.stringify({ code, size: index.size(), key: hits[0].key }));
    })();`;
  const texts = [second!, third!].map((dna) => dna.toString('base64'));
  // Files may grow to 16 KB: less than the two new references need.
  const limited = ['-c', 'ulimit -f 16; exec "$@"', 'sh', process.execPath, '-e', saving];
  const { stdout } = await run('bash', [...limited, VOCABULARY_PATH, snapshot, ...texts]);
  expect(JSON.parse(stdout)).toEqual({ code: 'STORAGE', size: 3, key: 3 });
  const loaded = await engine.loadIndex(snapshot, 'owner');
  expect(loaded).toMatchObject({ sequence: 1 });
  expect(loaded?.index.size()).toBe(1);
  engine.close();
});
