/** The engine compiled from the sources alone, in a folder of its own, so that nothing of an earlier build is in it. */
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fetchedFolder, findOpenCv } from '../setup/opencv.mjs';
import { fetchOpenCv } from '../setup/opencv-packages.mjs';
import { cacheDir, inRoot, rootDir } from '../setup/paths.mjs';
import { runStep, SetupError } from '../setup/run.mjs';

const SOURCES = [
  'binding.gyp',
  'native',
  'package.json',
  'package-lock.json',
  'scripts',
  'node_modules/node-addon-api',
  'node_modules/node-api-headers',
];

async function requireArchives(progress) {
  const found = () => findOpenCv()?.isArchive === true;
  if (!found()) await fetchOpenCv(progress);
  if (!found()) throw new SetupError('OpenCV cannot be linked into the engine here: use Debian 12.');
}

/**
 * Compiles the engine with OpenCV within it, for this system.
 *
 * @returns {Promise<string>} the path of the addon, in a folder that is removed before the next time
 * @throws SetupError with the compiler's words
 */
export async function compileAlone(progress) {
  await requireArchives(progress);
  const folder = join(cacheDir, 'engine-alone');
  rmSync(folder, { recursive: true, force: true });
  for (const part of SOURCES) {
    mkdirSync(dirname(join(folder, part)), { recursive: true });
    cpSync(inRoot(part), join(folder, part), { recursive: true });
  }
  mkdirSync(join(folder, '.cache'), { recursive: true });
  for (const name of ['node', basename(fetchedFolder())].filter((each) => existsSync(join(cacheDir, each))))
    symlinkSync(join(cacheDir, name), join(folder, '.cache', name));
  await runStep(progress, {
    title: 'Compiling the engine from its sources alone',
    command: process.execPath,
    args: [join(folder, 'scripts/build-addon.mjs')],
    env: { LOUPE_MARCH: '', OPENCV_INCLUDE_DIR: '', OPENCV_LIB_DIR: '' },
    cwd: rootDir,
    log: 'engine-alone.log',
  });
  return join(folder, 'build/Release/loupe.node');
}
