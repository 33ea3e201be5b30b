/**
 * The recognition engine: the library `loupe_core`, which knows nothing of Node, and the addon build/Release/loupe.node
 * around it, by node-gyp and binding.gyp. Compiled when its sources, the compiler's flags or OpenCV changed, unless the one
 * that is in `prebuilt/` was made of these very sources. The addon stands on Node-API, which every Node keeps: one build
 * serves them all.
 */
import { existsSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { buildTargets } from '../native/gyp.mjs';
import { findOpenCv, openCvVersion } from './opencv.mjs';
import { inRoot, rootDir } from './paths.mjs';
import { headerVersions, prebuiltStamp, takePrebuilt } from './prebuilt.mjs';
import { SetupError } from './run.mjs';
import { clearStamp, contentHash, listFiles, readStamp, writeStamp } from './stamps.mjs';
import { missingPackages, missingText, thisMachine } from './system.mjs';

const addonFile = inRoot('build/Release/loupe.node');
const stampFile = inRoot('build/.addon-stamp');

function compiledStamp() {
  const sources = ['native/core', 'native/binding', 'native/stand_ins', 'binding.gyp'];
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
  const linking = openCv?.isArchive ? 'archives' : '';
  const machine = [process.platform, process.arch, version, place, linking];
  return contentHash(rootDir, files, [...machine, process.env.LOUPE_MARCH ?? '', ...headerVersions()]);
}

/** Whether the addon belongs to the present sources, compiled here or taken. */
export function isAddonCurrent() {
  if (!existsSync(addonFile)) return false;
  const stamp = readStamp(stampFile);
  return stamp !== undefined && (stamp === prebuiltStamp() || stamp === compiledStamp());
}

/**
 * Takes the prebuilt engine where it was made of the present sources and for this machine.
 *
 * @returns {Promise<boolean>} false where it has to be compiled; one line says why
 */
export async function takeAddon(progress) {
  const stamp = prebuiltStamp();
  clearStamp(stampFile);
  const reason = await takePrebuilt(addonFile);
  if (reason === undefined) {
    writeStamp(stampFile, stamp);
    progress.print('  The recognition engine: prebuilt from these sources');
    return true;
  }
  progress.print(`  The recognition engine is compiled here, a minute or so: ${reason}`);
  return false;
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
  const stamp = compiledStamp();
  await buildTargets(progress, ['loupe_core'], { title: 'Compiling the recognition engine' });
  await modules;
  // One that was taken may be newer than what is compiled, and make would leave it there.
  rmSync(addonFile, { force: true });
  await buildTargets(progress, ['loupe'], { title: 'Compiling its addon' });
  writeStamp(stampFile, stamp);
}
