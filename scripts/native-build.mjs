/**
 * Compiles the native tests and benchmarks, which know nothing of Node. They link the core as the addon was built from it, so that it is compiled once; under the
 * sanitizers the core is compiled with them. Only changed files are compiled again.
 */
import { execFile } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { nativeSources } from './native-sources.mjs';
import { buildAddon, coreLibrary, isAddonCurrent } from './setup/addon.mjs';
import { compileAll, compiler, produce } from './setup/cpp.mjs';
import { findOpenCv, linkerArguments } from './setup/opencv.mjs';
import { rootDir as root } from './setup/paths.mjs';
import { createProgress } from './setup/progress.mjs';

const run = promisify(execFile);

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

/** The core as the addon was built from it, brought up to date first. */
async function builtCore() {
  if (!isAddonCurrent()) await buildAddon(createProgress());
  return coreLibrary;
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
  const all = [...new Set([...sources, ...(options.sanitize ? nativeSources('core') : [])])];
  const core = options.sanitize ? [] : [await builtCore()];
  const flags = compilerFlags(openCv.includeDir, options);
  const counted = (source) => (options.coverage && isOfCore(source) ? ['--coverage'] : []);
  const objects = await compileAll(all, {
    folder,
    flagsOf: (source) => [...flags, ...counted(source), optimization(source, options)],
    // Under the sanitizers every source has to stand on its own includes.
    ...(options.sanitize ? {} : { header: 'native/precompiled.h' }),
  });
  const program = join(folder, basename(name));
  const sanitizers = options.sanitize ? [...SANITIZED_LINK[options.sanitize]] : [];
  if (options.coverage) sanitizers.push('--coverage');
  if (options.fuzzer) sanitizers.push('-fsanitize=fuzzer');
  const libraries = [...core, ...sanitizers, ...linkerArguments(openCv), '-lpthread'];
  await produce(program, compiler(), (draft) => [...objects, ...libraries, '-o', draft]);
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
  // The compiler names counts after what it wrote: an object whose last ending (`produce`) is taken off.
  const counts = nativeSources('core').map((source) =>
    join(folder, `${source.replace(/[/\\]/g, '_')}.o.gcda`),
  );
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
