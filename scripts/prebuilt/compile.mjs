/** The engine compiled from the sources alone, in a folder of its own, so that nothing of an earlier build is in it. */
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findOpenCv } from '../setup/opencv.mjs';
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

/** The tools of each processor, as Debian names them. */
const TRIPLETS = { x64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu' };

/** The environment that compiles for a processor; this machine's needs none. */
function toolsFor(arch) {
  if (arch === process.arch) return {};
  const tool = (name) => `${TRIPLETS[arch]}-${name}`;
  return { npm_config_arch: arch, CXX: tool('g++'), LINK: tool('g++'), AR: tool('ar') };
}

/** The name of a tool of the compiler for a processor. */
export const toolName = (arch, name) => (arch === process.arch ? name : `${TRIPLETS[arch]}-${name}`);

async function requireArchives(progress) {
  const found = () => findOpenCv()?.isArchive === true;
  if (!found()) await fetchOpenCv(progress);
  if (!found()) throw new SetupError('OpenCV cannot be linked into the engine here: use Debian 12.');
}

/**
 * Compiles the engine with OpenCV within it.
 *
 * @param {string} [arch] of the processor, as Node names it
 * @returns {Promise<string>} the path of the addon, in a folder that is removed before the next time
 * @throws SetupError with the compiler's words
 */
export async function compileAlone(progress, arch = process.arch) {
  if (!(arch in TRIPLETS)) throw new SetupError(`There is no processor ${arch}: name x64 or arm64.`);
  Object.assign(process.env, toolsFor(arch));
  await requireArchives(progress);
  const folder = join(cacheDir, `engine-${arch}`);
  rmSync(folder, { recursive: true, force: true });
  for (const part of SOURCES) {
    mkdirSync(dirname(join(folder, part)), { recursive: true });
    cpSync(inRoot(part), join(folder, part), { recursive: true });
  }
  mkdirSync(join(folder, '.cache'), { recursive: true });
  for (const name of ['node', 'opencv', `opencv-${arch}`].filter((each) => existsSync(join(cacheDir, each))))
    symlinkSync(join(cacheDir, name), join(folder, '.cache', name));
  await runStep(progress, {
    title: `Compiling the engine for linux-${arch}`,
    command: process.execPath,
    args: [join(folder, 'scripts/build-addon.mjs')],
    env: { LOUPE_MARCH: '', OPENCV_INCLUDE_DIR: '', OPENCV_LIB_DIR: '' },
    cwd: rootDir,
    log: `engine-${arch}.log`,
  });
  return join(folder, 'build/Release/loupe.node');
}
