/**
 * Runs node-gyp on binding.gyp: the one that npm carries, on the headers that lie beside a Node. Nothing is downloaded but
 * the pinned Node, where neither the Node that runs nor its npm has what is needed.
 */
import { existsSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { bringNode, defaultMajor, npmCommand } from '../node/bring.cjs';
import { withLock } from '../setup/lock.mjs';
import { cacheDir, inRoot, targetArch, toolFor } from '../setup/paths.mjs';
import { findProgram, runStep, SetupError } from '../setup/run.mjs';

const COMPILERS = ['g++', 'c++', 'clang++'];
/** The greatest folders need about half a gigabyte each. */
const MOST_AT_ONCE = 8;
/** Lies there while something is compiled, and stays when the process is killed meanwhile. */
const unfinishedFile = inRoot('build/.unfinished');

/** The compiler: what CXX says, the one for another processor that is asked for, or the first one there is. */
export function compiler(env = process.env) {
  const arch = targetArch(env);
  if (arch !== process.arch) return env.CXX || toolFor('g++', arch);
  return env.CXX || COMPILERS.find((name) => findProgram(name, env) !== undefined) || COMPILERS[0];
}

const prefixOf = (node) => dirname(dirname(realpathSync(node)));

/** Whether a folder holds the headers and settings of a Node, as node-gyp wants them. */
const hasHeaders = (prefix) => existsSync(join(prefix, 'include/node/common.gypi'));

/** The node-gyp that belongs to an npm: a path, or undefined. */
function nodeGypOf(npm) {
  try {
    return createRequire(realpathSync(npm)).resolve('node-gyp/bin/node-gyp.js');
  } catch {
    return undefined;
  }
}

/**
 * Where node-gyp and the headers are; the pinned Node brings what is not here.
 *
 * @param {object} [given] replaces parts of the surroundings
 * @returns {{ program: string, nodeDir: string }}
 * @throws SetupError when neither is here nor can be brought
 */
export function findNodeGyp({ node = process.execPath, npm = npmCommand(process.env).at(-1), bring } = {}) {
  const own = { program: nodeGypOf(npm), nodeDir: hasHeaders(prefixOf(node)) ? prefixOf(node) : undefined };
  if (own.program !== undefined && own.nodeDir !== undefined) return own;
  const lacking = own.program === undefined ? 'npm with node-gyp' : 'a Node with its headers';
  const pinned = prefixOf(bringPinned(lacking, bring));
  return {
    program: own.program ?? nodeGypOf(join(pinned, 'lib/node_modules/npm/bin/npm-cli.js')),
    nodeDir: own.nodeDir ?? pinned,
  };
}

function bringPinned(lacking, bring = bringNode) {
  try {
    return bring(defaultMajor(), (version, folder) =>
      process.stderr.write(
        `The engine is compiled by ${lacking}, which is not here: bringing Node ${version} into ${folder}, once.\n`,
      ),
    );
  } catch (error) {
    if (error.isExplained !== true) throw error;
    const advice = error.advice ?? 'install Node 24 with its headers';
    throw new SetupError(
      `The engine cannot be compiled without ${lacking}; ${error.message}: ${advice}, then repeat the command.`,
      { cause: error },
    );
  }
}

function environment(cxx, nodeDir) {
  const path = [dirname(process.execPath), process.env.PATH ?? ''].join(delimiter);
  // node-gyp prefers npm's settings to its arguments, and a user's npm may name the headers of another Node.
  return { PATH: path, CXX: cxx, LINK: cxx, AR: toolFor('ar'), npm_config_nodedir: nodeDir };
}

/**
 * Compiles and links targets of binding.gyp; what did not change is kept. One at a time in a clone.
 *
 * @param {string[]} targets by name
 * @param {object} options
 * @param {string} options.title what happens, for the user
 * @param {Record<string, string>} [options.variables] of binding.gyp
 * @param {string} [options.cxx] the compiler
 * @throws SetupError with the compiler's words
 */
export async function buildTargets(progress, targets, { title, variables = {}, cxx = compiler() }) {
  const { program, nodeDir } = findNodeGyp();
  const defines = Object.entries(variables).map(([name, value]) => `-D${name}=${value}`);
  const jobs = String(Math.min(availableParallelism(), MOST_AT_ONCE));
  const run = (...args) =>
    runStep(progress, {
      title,
      command: process.execPath,
      args: [program, ...args],
      env: environment(cxx, nodeDir),
      log: `${targets[0]}.log`,
    });
  const build = async () => {
    mkdirSync(inRoot('build'), { recursive: true });
    const wasInterrupted = existsSync(unfinishedFile);
    writeFileSync(unfinishedFile, '');
    const once = () => run('--jobs', jobs, 'configure', '--', ...defines, 'build', ...targets);
    try {
      await once().catch(async (error) => {
        if (!wasInterrupted) throw error;
        // A file may have been cut off where the machine went down.
        rmSync(inRoot('build/Release'), { recursive: true, force: true });
        await once();
      });
    } finally {
      rmSync(unfinishedFile, { force: true });
    }
  };
  await withLock(join(cacheDir, 'native-build.lock'), () => undefined, build);
}
