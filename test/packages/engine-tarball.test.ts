/** The packed engine in a folder that holds nothing else. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jpegPicture } from '../kit/pictures.js';

const run = promisify(execFile);
const MOST_BYTES = 25 * 1024 * 1024;

let folder: string;
let tarball: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loupe-engine-tarball-'));
  await run(process.execPath, ['scripts/pack-engine.mjs', join(folder, 'packed')]);
  const [name = ''] = await readdir(join(folder, 'packed'));
  tarball = join(folder, 'packed', name);
  await run('tar', ['-xzf', tarball, '-C', folder]);
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

const PROGRAM = `
const run = async ({ Engine }) => {
  const engine = new Engine();
  const index = engine.createIndex();
  const picture = require('node:fs').readFileSync(process.argv[2]);
  await index.add('page', picture);
  const { hits } = await index.search(picture);
  process.stdout.write(hits[0].id + ' ' + hits[0].decision);
  engine.close();
};`;

test.each([
  ['import', `${PROGRAM} import('@loupe-print/engine').then(run);`],
  ['require', `${PROGRAM} run(require('@loupe-print/engine'));`],
])('it recognizes a picture by %s', async (_how, program) => {
  const modules = join(folder, 'node_modules', '@loupe-print');
  await run('mkdir', ['-p', modules]);
  await run('ln', ['-sfn', join(folder, 'package'), join(modules, 'engine')]);
  await writeFile(join(folder, 'page.jpg'), await jpegPicture(1));
  await writeFile(join(folder, 'try.cjs'), program);
  const { stdout } = await run(process.execPath, ['try.cjs', 'page.jpg'], { cwd: folder, env: {} });
  expect(stdout).toBe('page Clone');
});

test('it is small, depends on nothing of the server, and brings its types and its sources', async () => {
  expect((await stat(tarball)).size).toBeLessThan(MOST_BYTES);
  const files = await readdir(join(folder, 'package'), { recursive: true });
  expect(files).toEqual(
    expect.arrayContaining([
      'binding.gyp',
      'dist/index.js',
      'dist/types/packages/engine/src/index.d.ts',
      'native/core/engine/engine_options.h',
      `prebuilds/${process.platform}-${process.arch}/loupe.node`,
    ]),
  );
  const installed = files.filter((name) => /^node_modules\/[^/]+$/.test(name)).toSorted();
  expect(installed).toEqual(['node_modules/node-addon-api', 'node_modules/node-api-headers']);
});
