/** The packed engine in a folder that holds nothing else. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jpegPicture } from '../kit/pictures.js';

const run = promisify(execFile);
const MOST_BYTES = 25 * 1024 * 1024;

let folder: string;
let tarball: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loupe-engine-tarball-'));
  await run(process.execPath, ['scripts/packages/pack-engine.mjs', join(folder, 'packed')]);
  const [name = ''] = await readdir(join(folder, 'packed'));
  tarball = join(folder, 'packed', name);
  await run('tar', ['-xzf', tarball, '-C', folder]);
  const modules = join(folder, 'node_modules', '@loupe-print');
  await run('mkdir', ['-p', modules]);
  await run('ln', ['-sfn', join(folder, 'package'), join(modules, 'engine')]);
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
  await writeFile(join(folder, 'page.jpg'), await jpegPicture(1));
  await writeFile(join(folder, 'try.cjs'), program);
  const { stdout } = await run(process.execPath, ['try.cjs', 'page.jpg'], { cwd: folder, env: {} });
  expect(stdout).toBe('page Clone');
});

test('a JPEG that breaks off is called damaged where there is no sharp', async () => {
  const whole = await jpegPicture(1);
  await writeFile(join(folder, 'cut.jpg'), whole.subarray(0, whole.length * 0.6));
  const program = `const { Engine } = require('@loupe-print/engine');
new Engine().extract(require('node:fs').readFileSync('cut.jpg')).catch(({ code, message }) => console.log(code, message));`;
  await writeFile(join(folder, 'cut.cjs'), program);
  const { stdout } = await run(process.execPath, ['cut.cjs'], { cwd: folder, env: {} });
  expect(stdout.trim()).toBe(
    'INVALID_IMAGE The JPEG is damaged: it breaks off before its end. Give the whole file.',
  );
});

/** Folders that the package may hold at its ground. */
const PARTS = ['LICENSE', 'README.md', 'binding.gyp', 'dist', 'install.cjs', 'native', 'node_modules'].concat(
  ['package.json', 'prebuilds', 'scripts'],
);

test('it is small, depends on nothing of the server, and brings its types and its sources', async () => {
  expect((await stat(tarball)).size).toBeLessThan(MOST_BYTES);
  const files = await readdir(join(folder, 'package'), { recursive: true });
  expect(files).toEqual(
    expect.arrayContaining([
      'binding.gyp',
      'dist/index.js',
      'dist/types/packages/engine/src/index.d.ts',
      'dist/internals.js',
      'dist/types/packages/engine/src/internals.d.ts',
      'native/core/engine/engine_options.h',
      `prebuilds/${process.platform}-${process.arch}/loupe.node`,
    ]),
  );
  expect((await readdir(join(folder, 'package'))).toSorted()).toEqual(PARTS.toSorted());
  const installed = files.filter((name) => /^node_modules\/[^/]+$/.test(name)).toSorted();
  expect(installed).toEqual(['node_modules/node-addon-api', 'node_modules/node-api-headers']);
  const needless = files.filter((name) => /_test\.cc$|\.(map|log|o|a|tsx)$|(?<!\.d)\.ts$/.test(name));
  expect(needless).toEqual([]);
});

test('its modules and types ask for nothing but Node and, where it is there, sharp', async () => {
  const files = await readdir(join(folder, 'package', 'dist'), { recursive: true });
  const asked = new Set<string>();
  for (const name of files.filter((each) => /\.(js|cjs|d\.ts)$/.test(each))) {
    const text = await readFile(join(folder, 'package', 'dist', name), 'utf8');
    for (const [, from = ''] of text.matchAll(
      /(?:\bfrom |\bimport |\bimport\(|\brequire\()["']([^"'.][^"']*)["']/g,
    ))
      asked.add(from);
  }
  const outside = [...asked].filter((name) => !name.startsWith('node:') && name !== 'sharp');
  expect(outside).toEqual([]);
  // The server's folders, of which only pictures and the facade of the engine belong here.
  const folders = new Set(
    files.map((name) => /^types\/src\/([\w-]+)\//.exec(name)?.[1]).filter((name) => name !== undefined),
  );
  expect([...folders].toSorted()).toEqual(['engine-host', 'kernel', 'media']);
});

const TYPED = `
const use = async (): Promise<string> => {
  const engine = new Engine({ threads: 1 });
  const index: ReferenceIndex = engine.createIndex();
  await index.add('page', new Uint8Array(), { keywords: ['a'], signal: new AbortController().signal });
  const { hits } = await index.search({ data: new Uint8Array(3), width: 1, height: 1, channels: 3 }, { limit: 1 });
  const decision: Decision | undefined = hits[0]?.decision;
  // @ts-expect-error an id is a text
  await index.remove(5);
  return String(decision) + (hits[0]?.id ?? '');
};
void use;
`;

test('programs of both kinds of modules are typed', async () => {
  const imported = `import { type Decision, Engine, type ReferenceIndex } from '@loupe-print/engine';
import type { NativeIndex } from '@loupe-print/engine/internals';
export type Inner = NativeIndex;`;
  await writeFile(join(folder, 'typed.mts'), `${imported}${TYPED}`);
  const required = `import engine = require('@loupe-print/engine');
import type { Decision, ReferenceIndex } from '@loupe-print/engine' with { 'resolution-mode': 'import' };
const { Engine } = engine;`;
  await writeFile(join(folder, 'typed.cts'), `${required}${TYPED}`);
  const compilerOptions = {
    ...{ strict: true, noEmit: true, skipLibCheck: false, target: 'es2022', lib: ['es2023'] },
    ...{ module: 'nodenext', types: ['node'], typeRoots: [resolve('node_modules/@types')] },
  };
  const files = ['typed.mts', 'typed.cts'];
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const compiler = resolve('node_modules/typescript-7/bin/tsc');
  const said = await run(process.execPath, [compiler, '-p', folder]).catch((error: unknown) => error);
  expect(said).toMatchObject({ stdout: '' });
});
