/**
 * Where OpenCV is. Without dependencies: it runs before node_modules exists.
 *
 * Search order: OPENCV_INCLUDE_DIR with OPENCV_LIB_DIR, the archives that the set-up unpacked into .cache/opencv, pkg-config
 * opencv4, Debian's multiarch folders, /usr/local, and shared libraries in .cache/opencv.
 *
 * Archives are linked into the engine, which then needs no library but those of every system.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDir, targetArch, tripletOf } from './paths.mjs';

/** The only modules the addon links. imgcodecs stays out: it drags in GDAL; libjpeg and sharp decode. */
export const MODULES = ['calib3d', 'features2d', 'flann', 'imgproc', 'core'];

/** Where the set-up puts it on a system that has none; what is for another processor has a place of its own. */
export const fetchedFolder = (arch = targetArch()) =>
  join(cacheDir, arch === process.arch ? 'opencv' : `opencv-${arch}`);

/** Says that the archives do not go into an engine here, and shared libraries do. */
export const SHARED_MARK = 'shared';

/** An archive for each module, and libjpeg's, which comes along. */
const ARCHIVES = [...MODULES.map((name) => `libopencv_${name}.a`), 'libjpeg.a'];

/** The same for the loader, as node-gyp and make pass it on. */
const FETCHED_FROM_BUILD = "'\\$$ORIGIN/../../.cache/opencv/lib'";

/** A header of the last module in the dependency chain: present only when all needed headers are. */
const PROBE_HEADER = join('opencv2', 'calib3d.hpp');

/** Folders to try when pkg-config does not know OpenCV, as [include folder, library folder]. */
function standardFolders(arch) {
  const triplet = tripletOf(arch);
  const folders = [];
  if (triplet) {
    folders.push([join('/usr/include', triplet, 'opencv4'), join('/usr/lib', triplet)]);
    folders.push(['/usr/include/opencv4', join('/usr/lib', triplet)]);
  }
  folders.push(['/usr/local/include/opencv4', '/usr/local/lib']);
  folders.push(['/usr/include/opencv4', '/usr/lib64'], ['/usr/include/opencv4', '/usr/lib']);
  return folders;
}

/** Asks pkg-config; undefined when it is not installed or does not know the package. */
function askPkgConfig() {
  const ask = (variable) =>
    execFileSync('pkg-config', [variable, 'opencv4'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  try {
    return [ask('--variable=includedir').trim(), ask('--variable=libdir').trim()];
  } catch {
    return undefined;
  }
}

/** Whether the set-up unpacked archives that can be linked. */
function hasArchives(folder, exists) {
  return (
    exists(join(folder, 'include', PROBE_HEADER)) &&
    !exists(join(folder, SHARED_MARK)) &&
    ARCHIVES.every((name) => exists(join(folder, 'lib', name)))
  );
}

/**
 * Finds OpenCV's headers and libraries.
 *
 * @param {object} options
 * @param {NodeJS.ProcessEnv} [options.env] environment with the optional OPENCV_INCLUDE_DIR and OPENCV_LIB_DIR
 * @param {string} [options.arch] processor that is compiled for, as Node names it
 * @param {(path: string) => boolean} [options.exists] whether a path exists
 * @param {() => string[] | undefined} [options.pkgConfig] answers [include folder, library folder] or undefined
 * @returns {{ includeDir: string, libDir: string, source: string, isArchive?: boolean } | undefined} undefined when OpenCV
 *   is not installed
 */
export function findOpenCv({
  env = process.env,
  arch = targetArch(env),
  exists = existsSync,
  pkgConfig = askPkgConfig,
} = {}) {
  const isComplete = (includeDir, libDir) =>
    exists(join(includeDir, PROBE_HEADER)) &&
    MODULES.every((name) => exists(join(libDir, `libopencv_${name}.so`)));

  if (env.OPENCV_INCLUDE_DIR || env.OPENCV_LIB_DIR) {
    const includeDir = env.OPENCV_INCLUDE_DIR ?? '';
    const libDir = env.OPENCV_LIB_DIR ?? '';
    return isComplete(includeDir, libDir) ? { includeDir, libDir, source: 'environment' } : undefined;
  }
  const folder = fetchedFolder(arch);
  const fetched = [join(folder, 'include'), join(folder, 'lib')];
  if (hasArchives(folder, exists))
    return { includeDir: fetched[0], libDir: fetched[1], source: 'fetched', isArchive: true };
  // It knows the packages of this machine's processor.
  const known = arch === process.arch ? pkgConfig() : undefined;
  if (known && isComplete(known[0], known[1]))
    return { includeDir: known[0], libDir: known[1], source: 'pkg-config' };
  for (const [includeDir, libDir] of standardFolders(arch)) {
    if (isComplete(includeDir, libDir)) return { includeDir, libDir, source: 'standard folders' };
  }
  if (isComplete(...fetched)) return { includeDir: fetched[0], libDir: fetched[1], source: 'fetched' };
  return undefined;
}

/**
 * The version of found headers, "4.6.0": a build serves every place that holds this version.
 *
 * @param {{ includeDir: string }} found
 */
export function openCvVersion({ includeDir }) {
  const text = readFileSync(join(includeDir, 'opencv2/core/version.hpp'), 'utf8');
  const part = (name) => new RegExp(`#define CV_VERSION_${name}\\s+"?([^"\\s]*)`).exec(text)?.[1] ?? '';
  return `${part('MAJOR')}.${part('MINOR')}.${part('REVISION')}${part('STATUS')}`;
}

/**
 * Linker arguments for the found libraries and libjpeg; folders outside the loader's search path go into the
 * run path.
 *
 * @param {{ libDir: string, source: string, isArchive?: boolean }} found
 */
export function linkerArguments({ libDir, source, isArchive }) {
  if (isArchive) {
    return [
      // native/stand_ins comes first, so that what it stands in for is left out.
      '-Wl,--undefined=LoupeStandIns',
      '-Wl,--gc-sections',
      '-Wl,--exclude-libs,ALL',
      '-Wl,--start-group',
      ...ARCHIVES.map((name) => join(libDir, name)),
      '-Wl,--end-group',
    ];
  }
  // Named from build/Release, so that a copied or moved clone needs no build, and always: a machine's own OpenCV may go.
  const places = [FETCHED_FROM_BUILD, ...(source === 'environment' ? [libDir] : [])];
  // The old kind of run path, which holds for what these libraries need themselves, too.
  const runPath = places.map((place) => `-Wl,--disable-new-dtags,-rpath,${place}`);
  // The linker of a program looks for what these libraries need before there is a place to be named from.
  return [
    `-L${libDir}`,
    `-Wl,-rpath-link,${libDir}`,
    ...runPath,
    ...MODULES.map((name) => `-lopencv_${name}`),
    '-ljpeg',
  ];
}
