/**
 * The prebuilt engine: the addon as it was compiled on another machine, in `prebuilt/SYSTEM.node.br`, beside a note
 * (`prebuilt/SYSTEM.json`) of the sources that it was made of. `npm run prebuilt` makes both.
 *
 * Taken only where the sources here are those of the note, byte by byte: otherwise the engine is compiled, as it is where
 * somebody asks for another processor or another OpenCV.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { commonFlags } from '../native/flags.mjs';
import { inRoot, rootDir } from './paths.mjs';
import { succeeds } from './run.mjs';
import { contentHash, listFiles } from './stamps.mjs';

const glibcVersion = () => process.report.getReport().header.glibcVersionRuntime;

/** As files and packages name it: linux-x64, linuxmusl-arm64. */
export const systemName = (arch = process.arch) =>
  `${process.platform}${glibcVersion() === undefined ? 'musl' : ''}-${arch}`;

const archOf = (system) => system.slice(system.indexOf('-') + 1);

export const prebuiltFile = (system) => inRoot('prebuilt', `${system}.node.br`);
export const noteFile = (system) => inRoot('prebuilt', `${system}.json`);

/** The locked versions of the packages that bring headers. */
export function headerVersions() {
  const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
  return ['node-addon-api', 'node-api-headers'].map((name) => packages[`node_modules/${name}`].version);
}

/**
 * The hash of all that decides what a prebuilt engine answers: sources without their tests, the build file, the compiler's
 * flags for its system, and the headers.
 */
export function sourcesHash(system = systemName()) {
  const sources = ['native/core', 'native/binding', 'native/stand_ins', 'binding.gyp'].map((path) =>
    inRoot(path),
  );
  const files = listFiles(sources, (path) => path.endsWith('_test.cc')).filter(
    (path) => !path.slice(path.lastIndexOf('/') + 1).startsWith('.') && !path.endsWith('.txt'),
  );
  return contentHash(rootDir, files, [...commonFlags('', archOf(system)), ...headerVersions()]);
}

export const hashOf = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** The note of a prebuilt engine, or undefined where it cannot be read. */
export function readNote(system = systemName()) {
  try {
    return JSON.parse(readFileSync(noteFile(system), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Why this clone wants an engine of its own, or undefined. */
function wish(env) {
  if (env.LOUPE_MARCH) return 'LOUPE_MARCH names a processor.';
  if (env.OPENCV_INCLUDE_DIR || env.OPENCV_LIB_DIR)
    return 'OPENCV_INCLUDE_DIR or OPENCV_LIB_DIR names an OpenCV.';
  return env.LOUPE_PREBUILT === 'no' ? 'LOUPE_PREBUILT is no.' : undefined;
}

/** Why the prebuilt engine is not for these sources, or undefined. */
function reasonNotToTake(system, env) {
  const wished = wish(env);
  if (wished !== undefined) return wished;
  const note = readNote(system);
  if (note === undefined || !existsSync(prebuiltFile(system)))
    return `there is no prebuilt engine for ${system}.`;
  if (note.system !== system) return `the prebuilt engine of ${system} says that it is for ${note.system}.`;
  if (note.sources !== sourcesHash(system))
    return 'the prebuilt one was made of other sources (npm run prebuilt makes it again).';
  return undefined;
}

/** The stamp of a taken engine; undefined where none can be taken. */
export function prebuiltStamp(system = systemName(), env = process.env) {
  if (reasonNotToTake(system, env) !== undefined) return undefined;
  const { sources, addon } = readNote(system);
  return `prebuilt ${system} ${sources} ${addon}`;
}

/** Each symbol is looked up at once, so that one that this system lacks is noticed. */
const LOAD = "process.dlopen({ exports: {} }, process.argv[1], require('node:os').constants.dlopen.RTLD_NOW)";

/** Systems that have a prebuilt engine of the present sources. */
export function currentSystems() {
  const notes = readdirSync(inRoot('prebuilt')).filter((name) => name.endsWith('.json'));
  const systems = notes.map((name) => name.slice(0, -'.json'.length));
  return systems.filter((system) => readNote(system)?.sources === sourcesHash(system)).toSorted();
}

/** The addon of a prebuilt engine; empty where it cannot be read. */
export function unpacked(system) {
  try {
    return brotliDecompressSync(readFileSync(prebuiltFile(system)));
  } catch {
    return Buffer.alloc(0);
  }
}

/**
 * Puts the prebuilt engine into its place. It appears complete or not at all, and never where it does not load.
 *
 * @param {string} target of the addon
 * @param {{ system?: string, env?: NodeJS.ProcessEnv }} [given] replaces parts of the surroundings
 * @returns {Promise<string | undefined>} why it was not taken, as half a sentence
 */
export async function takePrebuilt(target, { system = systemName(), env = process.env } = {}) {
  const reason = reasonNotToTake(system, env);
  if (reason !== undefined) return reason;
  const addon = unpacked(system);
  if (hashOf(addon) !== readNote(system).addon)
    return 'the prebuilt engine is damaged; git restores it: git checkout prebuilt';
  const draft = `${target}.draft.node`;
  mkdirSync(dirname(target), { recursive: true });
  try {
    writeFileSync(draft, addon, { mode: 0o755 });
    if (!(await succeeds(process.execPath, ['-e', LOAD, draft])))
      return `the prebuilt engine of ${system} does not load on this system.`;
    rmSync(target, { force: true });
    renameSync(draft, target);
  } finally {
    rmSync(draft, { force: true });
  }
  return undefined;
}
