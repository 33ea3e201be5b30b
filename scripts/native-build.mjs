/**
 * Compiles the native tests and benchmarks with the system compiler, without node-gyp: these programs know
 * nothing of Node. They link the core as the addon was built from it, so that it is compiled once; under the
 * sanitizers the core is compiled with them. Only changed files are compiled again.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildAddon, isAddonCurrent } from './setup/addon.mjs';
import { createProgress } from './setup/progress.mjs';

const run = promisify(execFile);
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const require = createRequire(import.meta.url);
const { findOpenCv, linkerArguments } = require('./opencv-flags.cjs');
const { nativeSources } = require('./native-sources.cjs');

function isUpToDate(object, dependencyFile) {
  if (!existsSync(object) || !existsSync(dependencyFile)) return false;
  const builtAt = statSync(object).mtimeMs;
  const dependencies = readFileSync(dependencyFile, 'utf8')
    .replace(/^[^:]*:/, '')
    .split(/[\s\\]+/)
    .filter((path) => path !== '');
  return dependencies.every((path) => {
    const full = resolve(root, path);
    return existsSync(full) && statSync(full).mtimeMs <= builtAt;
  });
}

/** What must not stay unnoticed: bad memory and undefined behavior, or races. Null pointers already end under ASan. */
const SANITIZERS = {
  address: [
    '-fsanitize=address,undefined',
    '-fno-sanitize=null,object-size',
    '-fno-sanitize-recover=undefined',
  ],
  thread: ['-fsanitize=thread'],
};
const SANITIZED_LINK = { address: ['-fsanitize=address,undefined'], thread: ['-fsanitize=thread'] };

function compilerFlags(includeDir, { sanitize, define = [], fuzzer = false }) {
  const flags = ['-std=c++17', '-Wall', '-Wextra', '-ffp-contract=off', '-fno-omit-frame-pointer', '-g1'];
  flags.push('-Inative', `-isystem${includeDir}`, ...define.map((name) => `-D${name}`));
  if (process.arch === 'x64') flags.push('-march=x86-64-v2');
  if (sanitize) flags.push(...SANITIZERS[sanitize]);
  if (fuzzer) flags.push('-fsanitize=fuzzer-no-link');
  return flags;
}

const isOfTests = (source) => source.startsWith('native/test/') || source.endsWith('_test.cc');

/** Tests spend their time in the core: optimizing themselves would only take longer to compile. */
const optimization = (source, { sanitize, optimizeAll }) =>
  isOfTests(source) && !optimizeAll ? '-O0' : sanitize ? '-O1' : '-O3';

async function compileAll(sources, folder, flagsOf) {
  const queue = [...sources];
  const compileNext = async () => {
    for (let source = queue.shift(); source !== undefined; source = queue.shift()) {
      const object = join(folder, `${source.replace(/[/\\]/g, '_')}.o`);
      const dependencyFile = `${object}.d`;
      if (isUpToDate(object, dependencyFile)) continue;
      await run(
        process.env.CXX ?? 'g++',
        [...flagsOf(source), '-MMD', '-MF', dependencyFile, '-c', source, '-o', object],
        {
          cwd: root,
          maxBuffer: 1 << 26,
        },
      );
    }
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, compileNext));
}

/** The core as the addon was built from it, brought up to date first. */
async function builtCore() {
  if (!isAddonCurrent()) await buildAddon(createProgress());
  return join(root, 'build', 'Release', 'loupe_core.a');
}

const isOfCore = (source) => source.startsWith('native/core/') && !isOfTests(source);

/** Programs under the same sanitizers share their objects: the core is most of them. */
function objectFolder(name, { sanitize, fuzzer, coverage }) {
  if (!sanitize || fuzzer) return join(root, 'build', name);
  return join(root, 'build', `native-${sanitize}${coverage ? '-coverage' : ''}`);
}

/**
 * Builds one program.
 *
 * @param name      of the program
 * @param sources   its C++ files, relative to the project
 * @param options   `sanitize`: build under sanitizers, 'address' (with undefined behavior) or 'thread';
 *                  `coverage`: count which lines of the core run (with `sanitize`, by GCC);
 *                  `optimizeAll`: also the sources of tests; `define`: preprocessor names;
 *                  `fuzzer`: link libFuzzer (clang only)
 * @returns the path of the program
 */
export async function buildProgram(name, sources, options = {}) {
  const openCv = findOpenCv();
  if (!openCv) throw new Error('OpenCV 4 was not found. Run: npm run setup');
  const folder = objectFolder(name, options);
  mkdirSync(folder, { recursive: true });
  const all = [...new Set([...sources, ...(options.sanitize ? nativeSources('core') : [])])];
  const core = options.sanitize ? [] : [await builtCore()];
  const flags = compilerFlags(openCv.includeDir, options);
  const counted = (source) => (options.coverage && isOfCore(source) ? ['--coverage'] : []);
  await compileAll(all, folder, (source) => [...flags, ...counted(source), optimization(source, options)]);
  const program = join(folder, basename(name));
  const objects = all.map((source) => join(folder, `${source.replace(/[/\\]/g, '_')}.o`));
  const sanitizers = options.sanitize ? [...SANITIZED_LINK[options.sanitize]] : [];
  if (options.coverage) sanitizers.push('--coverage');
  if (options.fuzzer) sanitizers.push('-fsanitize=fuzzer');
  const link = [...objects, ...core, ...sanitizers, ...linkerArguments(openCv), '-lpthread', '-o', program];
  await run(process.env.CXX ?? 'g++', link, { cwd: root });
  return program;
}

/** Runs a built program with the terminal attached and gives its exit code. */
export async function runProgram(program, args, env = process.env) {
  const { spawn } = await import('node:child_process');
  return await new Promise((done, fail) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', env });
    child.on('error', fail);
    child.on('exit', (code) => done(code ?? 1));
  });
}

/**
 * How many lines of the core the last run of a program built with `coverage` executed, by gcov.
 *
 * @returns {Promise<{ executed: number, all: number }>} counts of lines that hold code
 */
export async function coveredLines(name, options) {
  const folder = objectFolder(name, options);
  const counts = nativeSources('core').map((source) => join(folder, `${source.replace(/[/\\]/g, '_')}.gcda`));
  const { stdout } = await run('gcov', ['--no-output', ...counts], { cwd: root, maxBuffer: 1 << 26 });
  const total = { executed: 0, all: 0 };
  for (const [, file, percent, lines] of stdout.matchAll(
    /File '([^']+)'\nLines executed:([\d.]+)% of (\d+)/g,
  )) {
    // Headers are counted once for each file that includes them.
    if (!file.startsWith('native/core/') || !file.endsWith('.cc')) continue;
    total.executed += Math.round((Number(percent) * Number(lines)) / 100);
    total.all += Number(lines);
  }
  return total;
}

/** Forgets what earlier runs of a program built with `coverage` executed. */
export function forgetCoverage(name, options) {
  const folder = objectFolder(name, options);
  for (const file of readdirSync(folder)) if (file.endsWith('.gcda')) rmSync(join(folder, file));
}
