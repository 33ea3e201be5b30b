/**
 * The npm packages as their users have them: packed, installed into empty folders from the tarballs, imported and required by
 * each Node, typed by TypeScript under each way of finding modules, and taken into a page by four bundlers. Compilers and bundlers
 * come from the registry, in their newest versions.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bringNode, npmCommand } from '../node/bring.cjs';
import { inRoot } from '../setup/paths.mjs';
import { SetupError } from '../setup/run.mjs';

const execute = promisify(execFile);

/** The newest Node that is older than those which Loupe brings: the packages run with it. */
const OLDER = 'node@20';
const BROUGHT = ['22', '24'];
const COMPILERS = ['typescript@5', '@types/node@22'];
const BUNDLERS = ['vite', 'webpack', 'webpack-cli', 'esbuild', 'parcel'];
/** Files that a page needs beside its program, by the ends of their names. */
const MOVED = [/worker.*\.js$|^[0-9a-f]{20}\.js$/, /\.wasm$/, /\.bin$/];

const TRY = `
const side = 400;
const page = Buffer.alloc(side * side * 3, 255);
let state = 7;
const random = (below) => (state = (state * 48271) % 2147483647) % below;
for (let count = 0; count < 300; count += 1) {
  const [x, y, width, height, shade] = [random(360), random(360), 4 + random(36), 4 + random(36), random(200)];
  for (let row = y; row < y + height; row += 1) page.fill(shade, (row * side + x) * 3, (row * side + x + width) * 3);
}
const run = async ({ Engine }, { createClient, listDocuments, LoupeFailure }, { createScan }) => {
  const engine = new Engine();
  const index = engine.createIndex();
  const pixels = { data: page, width: side, height: side, channels: 3 };
  await index.add('page', pixels);
  const { hits } = await index.search(pixels);
  engine.close();
  const failure = await createClient({ url: 'http://127.0.0.1:9' }).run(listDocuments, { parentId: '' }).catch((error) => error);
  const isTyped = failure instanceof LoupeFailure && failure.code === 'UNREACHABLE';
  console.log([hits[0].id, hits[0].decision, isTyped, typeof createScan].join(' '));
};`;
const EXPECTED = 'page Clone true function';
const PROGRAMS = {
  'try.mjs': `${TRY}
run(await import('@loupe-print/engine'), await import('@loupe-print/client'), await import('@loupe-print/scan'));`,
  'try.cjs': `${TRY}
run(require('@loupe-print/engine'), require('@loupe-print/client'), require('@loupe-print/scan'));`,
};

const TYPED = `
import { createClient, listDocuments, recognize } from '@loupe-print/client';
import { createEngine } from '@loupe-print/client/engine';
import { Engine, type Decision } from '@loupe-print/engine';
import { createScan, type FoundPage } from '@loupe-print/scan';
export async function use(video: HTMLVideoElement): Promise<Decision | undefined> {
  const client = createClient({ url: 'https://print.example' });
  const found = await client.run(recognize, { input: { photo: new Blob([]), languageCode: 'en-US' } });
  const title: string | undefined = found?.title ?? undefined;
  // @ts-expect-error a list has a parent
  await client.run(listDocuments, { parentId: 5 });
  createEngine({ url: 'https://print.example', key: title ?? '' });
  const scan = createScan({ video, pack: 'a.loupepack' });
  scan.on('found', (page: FoundPage) => console.log(page.title));
  document.createElement('loupe-scan').scan?.stop();
  const { hits } = await new Engine({ threads: 1 }).createIndex().search(new Uint8Array());
  return hits[0]?.decision;
}
`;
/** How a program's modules are found, and the kinds of programs that may then use the packages. */
const RESOLUTIONS = {
  node16: ['use.mts'],
  nodenext: ['use.mts', 'use.cts'],
  bundler: ['use.mts'],
};

const PAGE = `
import { createClient, listDocuments } from '@loupe-print/client';
import { createScan } from '@loupe-print/scan';
Object.assign(globalThis, { tried: { createClient, listDocuments, createScan } });
`;

async function run(folder, program, ...args) {
  const found = await execute(program, args, { cwd: folder, maxBuffer: 1 << 26 }).catch((error) => error);
  if (found instanceof Error)
    throw new SetupError(`${[program, ...args].join(' ')}\n${found.stdout}\n${found.stderr}`);
  return found.stdout.trim();
}

async function install(folder, ...packages) {
  const [npm, ...first] = npmCommand(process.env);
  await run(folder, npm, ...first, 'install', '--no-audit', '--no-fund', '--silent', ...packages);
}

async function emptyProgram(folder, tarballs) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  await install(folder, ...tarballs);
}

async function pack(folder) {
  const scripts = [['pack-engine.mjs'], ['build-client.mjs', '--pack'], ['build-scan.mjs', '--pack']];
  for (const [script, ...args] of scripts)
    await run(inRoot(), process.execPath, inRoot('scripts/packages', script), ...args, folder);
  return readdirSync(folder).map((name) => join(folder, name));
}

async function proveNodes(scratch, folder) {
  const older = join(scratch, 'older');
  mkdirSync(older);
  await install(older, '--prefix', older, OLDER);
  const nodes = [
    join(older, 'node_modules/node/bin/node'),
    ...BROUGHT.map((major) => bringNode(major, () => {})),
  ];
  for (const [name, text] of Object.entries(PROGRAMS)) writeFileSync(join(folder, name), text);
  for (const node of nodes)
    for (const name of Object.keys(PROGRAMS)) {
      const said = await run(folder, node, name);
      if (said !== EXPECTED) throw new SetupError(`${node} ${name} says: ${said}`);
    }
  return `${nodes.length} Nodes by import and require`;
}

async function proveTypes(folder) {
  await install(folder, ...COMPILERS);
  for (const name of ['use.mts', 'use.cts']) writeFileSync(join(folder, name), TYPED);
  const compiler = join(folder, 'node_modules/typescript/bin/tsc');
  const always = [
    '--noEmit',
    '--strict',
    '--target',
    'es2022',
    '--lib',
    'es2023,dom,dom.iterable,esnext',
    '--types',
    'node',
  ];
  for (const [resolution, files] of Object.entries(RESOLUTIONS)) {
    const module = resolution === 'bundler' ? 'esnext' : resolution;
    await run(
      folder,
      process.execPath,
      compiler,
      ...always,
      '--module',
      module,
      '--moduleResolution',
      resolution,
      ...files,
    );
  }
  return Object.keys(RESOLUTIONS).join(', ');
}

async function proveBundlers(folder) {
  await install(folder, ...BUNDLERS);
  writeFileSync(join(folder, 'page.js'), PAGE);
  writeFileSync(join(folder, 'index.html'), '<!doctype html><script type="module" src="./page.js"></script>');
  const tool = (path) => [process.execPath, join(folder, 'node_modules', path)];
  const bundlers = {
    vite: [...tool('vite/bin/vite.js'), 'build', '--outDir', 'of-vite'],
    webpack: [
      ...tool('webpack/bin/webpack.js'),
      '--mode',
      'production',
      '--entry',
      './page.js',
      '-o',
      './of-webpack',
    ],
    parcel: [...tool('parcel/lib/bin.js'), 'build', 'index.html', '--no-cache', '--dist-dir', 'of-parcel'],
    esbuild: [
      join(folder, 'node_modules/esbuild/bin/esbuild'),
      'page.js',
      '--bundle',
      '--format=esm',
      '--outdir=of-esbuild',
    ],
  };
  for (const [name, command] of Object.entries(bundlers)) {
    await run(folder, ...command);
    // esbuild leaves addresses of files as they are: there the folder is copied.
    const files = readdirSync(join(folder, `of-${name}`), { recursive: true });
    const missing =
      name === 'esbuild' ? undefined : MOVED.find((kind) => !files.some((file) => kind.test(file)));
    if (missing !== undefined) throw new SetupError(`${name} moves no file ${missing}: ${files.join(', ')}`);
  }
  return Object.keys(bundlers).join(', ');
}

/**
 * @returns {Promise<string>} what was tried
 * @throws SetupError with the words of what failed
 */
export async function provePackages() {
  const scratch = mkdtempSync(join(tmpdir(), 'loupe-packages-'));
  try {
    const folder = join(scratch, 'program');
    const tarballs = await pack(join(scratch, 'packed'));
    await emptyProgram(folder, tarballs);
    const tried = [await proveNodes(scratch, folder), await proveTypes(folder), await proveBundlers(folder)];
    return tried.join('; ');
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
