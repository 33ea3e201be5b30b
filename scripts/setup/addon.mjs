/**
 * The recognition engine: the library `loupe_core`, which knows nothing of Node, and the addon build/Release/loupe.node
 * around it, by node-gyp and binding.gyp. Compiled when its sources, the compiler's flags or OpenCV changed. The addon stands
 * on Node-API, which every Node keeps: one build serves them all.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { buildTargets } from '../native/gyp.mjs';
import { findOpenCv, openCvVersion } from './opencv.mjs';
import { inRoot, rootDir } from './paths.mjs';
import { SetupError } from './run.mjs';
import { clearStamp, contentHash, listFiles, readStamp, writeStamp } from './stamps.mjs';
import { missingPackages, missingText, thisMachine } from './system.mjs';

const addonFile = inRoot('build/Release/loupe.node');
const stampFile = inRoot('build/.addon-stamp');

/** The locked versions of the packages that bring headers. */
function headerVersions() {
  const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
  return ['node-addon-api', 'node-api-headers'].map((name) => packages[`node_modules/${name}`].version);
}

function currentStamp() {
  const sources = ['native/core', 'native/binding', 'binding.gyp'];
  const scripts = ['native', 'setup/addon.mjs', 'setup/opencv.mjs'].map((name) => `scripts/${name}`);
  const files = listFiles(
    [...sources, ...scripts].map((path) => inRoot(path)),
    // Tests lie beside what they test, but are no part of the addon.
    (path) => basename(path).startsWith('.') || path.endsWith('_test.cc'),
  );
  const openCv = findOpenCv();
  // The version and not the place, unless the place stands in the addon.
  const version = openCv === undefined ? '' : openCvVersion(openCv);
  const place = openCv?.source === 'environment' ? openCv.libDir : '';
  const machine = [process.platform, process.arch, version, place];
  return contentHash(rootDir, files, [...machine, process.env.LOUPE_MARCH ?? '', ...headerVersions()]);
}

/** Whether the addon belongs to the present sources. */
export function isAddonCurrent() {
  return existsSync(addonFile) && readStamp(stampFile) === currentStamp();
}

function requireMachine() {
  const machine = thisMachine();
  const missing = missingPackages(machine);
  if (missing.length > 0) throw new SetupError(missingText(missing, machine));
  if (machine.openCv === undefined) throw new SetupError('OpenCV 4 was not found. Run: npm run setup');
}

/**
 * Compiles the addon. Only what changed is compiled again.
 *
 * @param [modules] resolves when the npm packages are there, which the addon itself needs and the engine does not
 * @throws SetupError that says what to type when OpenCV or a build tool is missing
 */
export async function buildAddon(progress, modules = Promise.resolve()) {
  requireMachine();
  clearStamp(stampFile);
  const stamp = currentStamp();
  await buildTargets(progress, ['loupe_core'], { title: 'Compiling the recognition engine' });
  await modules;
  await buildTargets(progress, ['loupe'], { title: 'Compiling its addon' });
  writeStamp(stampFile, stamp);
}
