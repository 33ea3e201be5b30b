/* global WebAssembly */
/**
 * Builds the module of browsers, for maintainers: `apt-get install emscripten` (805 MB) first. Nothing else of the project needs
 * that; what this writes into packages/engine-wasm/module is committed.
 *
 *   node scripts/wasm/build-wasm.mjs [--check]    --check only says whether the built module is of these sources
 */
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { writeUnitySources } from '../native/unity.mjs';
import { findOpenCv } from '../setup/opencv.mjs';
import { inRoot, rootDir } from '../setup/paths.mjs';
import { WASM_FLAGS, WASM_KINDS, hashOf, noteFile, staleness, wasmFile, wasmSourcesHash } from './note.mjs';

const run = promisify(execFile);
/** Debian's emscripten looks for its npm packages here, which another Node than Debian's does not by itself. */
const env = { ...process.env, NODE_PATH: '/usr/share/nodejs' };
const AT_ONCE = 2;

const LINK_FLAGS = [
  ...['-O3', '-fwasm-exceptions', '-sSTANDALONE_WASM', '--no-entry', '-sALLOW_MEMORY_GROWTH=1'],
  ...['-sMAXIMUM_MEMORY=2GB', '-sINITIAL_MEMORY=16777216', '-sTOTAL_STACK=2097152'],
];

async function compile(sources, folder, flags) {
  mkdirSync(folder, { recursive: true });
  const left = [...sources];
  const objects = sources.map((source) => join(folder, `${basename(source, '.cc')}.o`));
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let source = left.shift(); source !== undefined; source = left.shift()) {
        const object = join(folder, `${basename(source, '.cc')}.o`);
        await run('em++', [...flags, '-c', source, '-o', object], { env, cwd: rootDir, maxBuffer: 1 << 26 });
      }
    }),
  );
  return objects;
}

async function build(name, kindFlags) {
  const sources = writeUnitySources('wasm', { folder: 'build/wasm' });
  const includes = [`-I${inRoot('native')}`, `-isystem${findOpenCv().includeDir}`];
  const flags = [...WASM_FLAGS, ...kindFlags, ...includes, '-Wno-everything'];
  const objects = await compile(sources, inRoot('build', 'wasm', basename(name, '.wasm')), flags);
  await run('em++', [...LINK_FLAGS, ...kindFlags, ...objects, '-o', wasmFile(name)], {
    env,
    cwd: rootDir,
    maxBuffer: 1 << 26,
  });
}

function describe(name) {
  const bytes = readFileSync(wasmFile(name));
  const module = new WebAssembly.Module(bytes);
  const imports = WebAssembly.Module.imports(module).map((one) => `${one.module}.${one.name}`);
  return {
    sha256: hashOf(bytes),
    bytes: statSync(wasmFile(name)).size,
    gzip: gzipSync(bytes, { level: 9 }).length,
    brotli: brotliCompressSync(bytes).length,
    imports: imports.sort(),
  };
}

if (process.argv.includes('--check')) {
  const faults = staleness();
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
} else {
  const compiler = execFileSync('em++', ['--version'], { env, encoding: 'utf8' }).split('\n')[0].trim();
  for (const [name, flags] of Object.entries(WASM_KINDS)) await build(name, flags);
  const files = Object.fromEntries(Object.keys(WASM_KINDS).map((name) => [name, describe(name)]));
  writeFileSync(noteFile, `${JSON.stringify({ compiler, sources: wasmSourcesHash(), files }, null, 2)}\n`);
  for (const [name, { bytes, gzip }] of Object.entries(files))
    console.log(`${name}: ${bytes} bytes, ${gzip} as gzip`);
}
