/**
 * Compiles C++ with the system's compiler: several files at once, and only those whose text, headers or flags changed. An
 * object appears complete or not at all, so that an interrupted build is simply continued.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { inRoot, rootDir } from './paths.mjs';
import { adopt, findProgram, SetupError } from './run.mjs';

const execute = promisify(execFile);
const MOST_AT_ONCE = 4;
const MAX_OUTPUT_BYTES = 1 << 26;
const NAMES = ['g++', 'c++', 'clang++'];

/** The compiler: what CXX says, or the first one there is. */
export function compiler(env = process.env) {
  return env.CXX || NAMES.find((name) => findProgram(name, env) !== undefined) || NAMES[0];
}

/** What every part of the engine is compiled with; `march` names the processor, in place of the portable default. */
export function engineFlags(openCv, march = '') {
  const portable = process.arch === 'x64' ? 'x86-64-v2' : '';
  const chosen = march || portable;
  return [
    ...['-std=c++17', '-O3', '-fPIC', '-pthread', '-fvisibility=hidden', '-fno-omit-frame-pointer'],
    // Contracted products would give other answers on other processors.
    ...['-ffp-contract=off', '-Wall', '-Wextra', '-Wno-unused-parameter'],
    ...(chosen === '' ? [] : [`-march=${chosen}`]),
    ...['-Inative', `-isystem${openCv.includeDir}`],
  ];
}

/** What addons are compiled with beside that: the headers and version of Node-API. */
export function nodeApiFlags() {
  const headers = ['node-api-headers/include', 'node-addon-api'];
  return [
    '-DNAPI_VERSION=8',
    '-DNODE_ADDON_API_CPP_EXCEPTIONS',
    '-DNODE_ADDON_API_DISABLE_DEPRECATED',
    '-DNODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS',
    ...headers.map((path) => `-isystem${inRoot('node_modules', path)}`),
  ];
}

/**
 * Runs the compiler, the linker or the like.
 *
 * @throws SetupError with what it said
 */
async function runTool(command, args) {
  const running = execute(command, args, { cwd: rootDir, maxBuffer: MAX_OUTPUT_BYTES });
  adopt(running.child);
  try {
    await running;
  } catch (error) {
    throw new SetupError(error.stderr || `${[command, ...args].join(' ')}\n${error.message}`, {
      cause: error,
    });
  }
}

/** Lets a tool write a file: it appears under its name when the tool is done. */
export async function produce(file, command, argsFor) {
  const draft = `${file}.draft`;
  rmSync(draft, { force: true });
  await runTool(command, argsFor(draft));
  renameSync(draft, file);
}

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

function isUpToDate(object, command) {
  const dependencies = read(`${object}.d`);
  if (!existsSync(object) || dependencies === undefined || read(`${object}.command`) !== command)
    return false;
  const builtAt = statSync(object).mtimeMs;
  const paths = dependencies
    .replace(/^[^:]*:/, '')
    .split(/[\s\\]+/)
    .filter((path) => path !== '');
  return paths.every((path) => {
    const stats = statSync(resolve(rootDir, path), { throwIfNoEntry: false });
    return stats !== undefined && stats.mtimeMs <= builtAt;
  });
}

async function compile(source, object, flags) {
  const program = compiler();
  const command = [program, ...flags, source].join(' ');
  if (isUpToDate(object, command)) return;
  rmSync(object, { force: true });
  writeFileSync(`${object}.command`, command);
  await produce(object, program, (draft) => [
    ...flags,
    '-MMD',
    '-MF',
    `${object}.d`,
    '-c',
    source,
    '-o',
    draft,
  ]);
}

/**
 * Compiles a header beforehand and gives the flags that use it. With these flags alone: GCC takes no header that was
 * compiled with others. Clang gets none.
 */
async function precompile(header, folder, flags) {
  if (/clang/.test(compiler())) return [];
  const name = createHash('sha256').update(flags.join(' ')).digest('hex').slice(0, 12);
  const place = join(folder, `precompiled-${name}`);
  mkdirSync(place, { recursive: true });
  const stub = join(place, 'precompiled.h');
  const text = `#include "${inRoot(header)}"\n`;
  if (read(stub) !== text) writeFileSync(stub, text);
  await compile(header, `${stub}.gch`, [...flags, '-x', 'c++-header']);
  return ['-include', stub];
}

/**
 * Compiles sources.
 *
 * @param {string[]} sources relative to the project
 * @param {object} options
 * @param {string} options.folder where objects go
 * @param {(source: string) => string[]} options.flagsOf what a source is compiled with
 * @param {string} [options.header] compiled beforehand and included by every source
 * @param {(source: string) => void} [options.tell] called before a source is compiled
 * @returns {Promise<string[]>} paths of the objects
 * @throws SetupError with the compiler's words
 */
export async function compileAll(sources, { folder, flagsOf, header, tell = () => undefined }) {
  mkdirSync(folder, { recursive: true });
  const beforehand = new Map();
  const flagsWithHeader = async (source) => {
    const flags = flagsOf(source);
    if (header === undefined) return flags;
    const key = flags.join(' ');
    if (!beforehand.has(key)) beforehand.set(key, precompile(header, folder, flags));
    return [...flags, ...(await beforehand.get(key))];
  };
  const objectOf = (source) => join(folder, `${source.replace(/[/\\]/g, '_')}.o`);
  const queue = [...sources];
  const work = async () => {
    for (let source = queue.shift(); source !== undefined; source = queue.shift()) {
      const flags = await flagsWithHeader(source);
      tell(source);
      await compile(source, objectOf(source), flags);
    }
  };
  const workers = Array.from({ length: Math.min(availableParallelism(), MOST_AT_ONCE) }, work);
  try {
    await Promise.all(workers);
  } catch (error) {
    queue.length = 0;
    throw error;
  }
  return sources.map(objectOf);
}
