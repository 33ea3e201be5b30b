/**
 * The recognition engine: the library build/Release/loupe_core.a, which knows nothing of Node, and the addon
 * build/Release/loupe.node around it. Compiled when its sources, the compiler's flags or OpenCV changed. The addon stands
 * on Node-API, which every Node keeps: one build serves them all.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { nativeSources } from '../native-sources.mjs';
import { compileAll, compiler, engineFlags, nodeApiFlags, produce } from './cpp.mjs';
import { findOpenCv, linkerArguments } from './opencv.mjs';
import { inRoot, rootDir } from './paths.mjs';
import { SetupError } from './run.mjs';
import { clearStamp, contentHash, listFiles, readStamp, writeStamp } from './stamps.mjs';
import { missingPackages, missingText, thisMachine } from './system.mjs';

const addonFile = inRoot('build/Release/loupe.node');
const stampFile = inRoot('build/.addon-stamp');

/** The engine without Node, for programs that do not know of it. */
export const coreLibrary = inRoot('build/Release/loupe_core.a');

/** Processor to compile for, instead of the portable default; `native` uses every instruction of this one. */
const march = process.env.LOUPE_MARCH ?? '';

/** The locked versions of the packages that bring headers. */
function headerVersions() {
  const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
  return ['node-addon-api', 'node-api-headers'].map((name) => packages[`node_modules/${name}`].version);
}

function currentStamp() {
  const sources = ['native/precompiled.h', 'native/core', 'native/binding'];
  const scripts = ['native-sources.mjs', 'setup/addon.mjs', 'setup/cpp.mjs', 'setup/opencv.mjs'];
  const files = listFiles(
    [...sources, ...scripts.map((name) => `scripts/${name}`)].map((path) => inRoot(path)),
    // Tests lie beside what they test, but are no part of the addon.
    (path) => basename(path).startsWith('.') || path.endsWith('_test.cc'),
  );
  const openCv = findOpenCv();
  const machine = [process.platform, process.arch, openCv?.includeDir ?? '', openCv?.libDir ?? ''];
  return contentHash(rootDir, files, [...machine, march, ...headerVersions()]);
}

/** Whether the addon belongs to the present sources. */
export function isAddonCurrent() {
  return existsSync(addonFile) && readStamp(stampFile) === currentStamp();
}

function demandMachine() {
  const machine = thisMachine();
  const missing = missingPackages(machine);
  if (missing.length > 0) throw new SetupError(missingText(missing, machine));
  return machine.openCv;
}

/** Links an addon from its objects and the engine. */
export async function linkAddon(file, objects, openCv) {
  const name = `-Wl,-soname=${basename(file)}`;
  const options = ['-shared', '-pthread', '-rdynamic', '-Wl,--as-needed', name];
  const libraries = [coreLibrary, ...linkerArguments(openCv), '-lpthread'];
  await produce(file, compiler(), (draft) => [...options, '-o', draft, ...objects, ...libraries]);
}

async function build(openCv, modules, tell) {
  const flags = engineFlags(openCv, march);
  mkdirSync(inRoot('build/Release'), { recursive: true });
  const core = await compileAll(nativeSources('core'), {
    folder: inRoot('build/core'),
    flagsOf: () => flags,
    header: 'native/precompiled.h',
    tell,
  });
  await produce(coreLibrary, 'ar', (draft) => ['rcs', draft, ...core]);
  await modules;
  const binding = await compileAll(nativeSources('binding'), {
    folder: inRoot('build/binding'),
    flagsOf: () => [...flags, ...nodeApiFlags()],
    header: 'native/binding/precompiled.h',
    tell,
  });
  await linkAddon(addonFile, binding, openCv);
}

/**
 * Compiles the addon. Only what changed is compiled again.
 *
 * @param [modules] resolves when the npm packages are there, which the addon itself needs and the engine does not
 * @throws SetupError that says what to type when OpenCV or a build tool is missing
 */
export async function buildAddon(progress, modules = Promise.resolve()) {
  const openCv = demandMachine();
  clearStamp(stampFile);
  const stamp = currentStamp();
  const step = progress.start('Compiling the recognition engine');
  try {
    await build(openCv, modules, (source) => step.tell(source));
  } catch (error) {
    step.failed();
    throw error;
  }
  step.done();
  writeStamp(stampFile, stamp);
}
