/**
 * The recognition engine's addon: compiled when its sources or OpenCV changed. It stands on Node-API, which every Node
 * keeps: one build serves them all.
 */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { findOpenCv } from '../opencv-flags.cjs';
import { headersPrefix } from './headers.mjs';
import { inRoot, rootDir } from './paths.mjs';
import { runStep, SetupError } from './run.mjs';
import { clearStamp, contentHash, listFiles, readStamp, writeStamp } from './stamps.mjs';
import { missingPackages, missingText, thisMachine } from './system.mjs';

const addonFile = inRoot('build/Release/loupe.node');
const stampFile = inRoot('build/.addon-stamp');
const GENEROUS_JOBS = 4;

/** Processor to compile for, instead of the portable default; `native` uses every instruction of this one. */
const march = process.env.LOUPE_MARCH ?? '';

function currentStamp() {
  const sources = [
    'binding.gyp',
    'native/core',
    'native/binding',
    'scripts/opencv-flags.cjs',
    'scripts/native-sources.cjs',
  ];
  const files = listFiles(
    sources.map((path) => inRoot(path)),
    // Tests lie beside what they test, but are no part of the addon.
    (path) => basename(path).startsWith('.') || path.endsWith('_test.cc'),
  );
  const openCv = findOpenCv();
  const nodeAddonApi = inRoot('node_modules/node-addon-api/package.json');
  return contentHash(
    rootDir,
    [...files, ...listFiles([nodeAddonApi])],
    [process.platform, process.arch, openCv?.includeDir ?? '', openCv?.libDir ?? '', march],
  );
}

/** node-gyp of this project, or the one inside npm where the development packages are not installed. */
function nodeGyp() {
  const own = inRoot('node_modules/node-gyp/bin/node-gyp.js');
  if (existsSync(own)) return own;
  const ofNpm = process.env.npm_config_node_gyp;
  if (ofNpm && existsSync(ofNpm)) return ofNpm;
  throw new SetupError('node-gyp is not installed. Run: npm ci');
}

/** Whether the addon belongs to the present sources. */
export function isAddonCurrent() {
  return existsSync(addonFile) && readStamp(stampFile) === currentStamp();
}

/**
 * Compiles the addon. Only what changed is compiled again.
 *
 * @throws SetupError that says what to type when OpenCV or a build tool is missing
 */
export async function buildAddon(progress) {
  const machine = thisMachine();
  const missing = missingPackages(machine);
  if (missing.length > 0) throw new SetupError(missingText(missing, machine));

  clearStamp(stampFile);
  const stamp = currentStamp();
  const prefix = headersPrefix();
  const jobs = Math.min(availableParallelism(), GENEROUS_JOBS);
  const args = [nodeGyp(), 'configure', 'build', `--jobs=${jobs}`];
  if (prefix !== undefined) args.push(`--nodedir=${prefix}`);
  await runStep(progress, {
    title: 'Compiling the recognition engine',
    command: process.execPath,
    args,
    env: march === '' ? {} : { GYP_DEFINES: `loupe_march=${march}` },
    log: 'addon.log',
  });
  writeStamp(stampFile, stamp);
}
