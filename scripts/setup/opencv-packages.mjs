/**
 * OpenCV out of Debian's packages, unpacked into .cache/opencv and not installed: five of its modules, their headers, and
 * what these need to run. Debian's libopencv-dev brings every module there is, and with them a desktop: 300 packages.
 *
 * apt checks what it downloads against its signed lists. The folder appears complete or not at all.
 */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { adviceFor } from './advice.mjs';
import { FETCHED_FOLDER, MODULES } from './opencv.mjs';
import { runStep, SetupError } from './run.mjs';
import { listFiles } from './stamps.mjs';

const execute = promisify(execFile);

/** What every system has that has a compiler. */
const BASE = ['libc6', 'libgcc-s1', 'libstdc++6'];

/** What draws on screens: OpenCV's core is linked with the library that finds such drivers, and never calls it here. */
const DRIVERS = ['libglx-mesa0'];

/** The fields of packages that apt knows, by name. */
async function askApt(names) {
  const env = { ...process.env, LC_ALL: 'C.UTF-8' };
  const { stdout } = await execute('apt-cache', ['show', '--no-all-versions', ...names], {
    env,
    maxBuffer: 1 << 26,
  });
  return stdout;
}

/** What packages depend on: of alternatives the first, which is the one that apt would install. */
export function dependenciesIn(text) {
  const fields = [...text.matchAll(/^(?:Pre-)?Depends: (.*)$/gm)].map(([, list]) => list.split(','));
  return [...new Set(fields.flat().map((item) => item.trim().split(/[\s:|(]/)[0]))];
}

/**
 * The packages to unpack: independent of what is installed, which may be removed one day.
 *
 * @param {(names: string[]) => Promise<string>} show answers what apt knows of packages
 */
export async function packagesOfOpenCv(show) {
  const leftOut = new Set([...BASE, ...DRIVERS]);
  const headers = MODULES.map((name) => `libopencv-${name}-dev`);
  const isModule = (name) => MODULES.some((module) => new RegExp(`^libopencv-${module}\\d`).test(name));
  const wanted = new Set(dependenciesIn(await show(headers)).filter(isModule));
  let next = [...wanted];
  while (next.length > 0) {
    const needed = dependenciesIn(await show(next));
    next = needed.filter((name) => !wanted.has(name) && !leftOut.has(name));
    for (const name of next) wanted.add(name);
  }
  return [...headers, ...wanted];
}

/** Puts headers and libraries of unpacked packages where the compiler, the linker and the loader look for them. */
export function arrange(unpacked, folder) {
  const lib = join(folder, 'lib');
  mkdirSync(lib, { recursive: true });
  for (const file of listLibraries(join(unpacked, 'usr/lib'))) {
    cpSync(file, join(lib, basename(file)), { verbatimSymlinks: true });
  }
  const includes = join(unpacked, 'usr/include');
  // Some headers differ between processors and lie in a folder for theirs.
  const folders = ['.', ...readdirSync(includes)].map((name) => join(includes, name, 'opencv4'));
  for (const from of folders.filter((path) => existsSync(path)))
    cpSync(from, join(folder, 'include'), { recursive: true });
}

/** Shared libraries below a folder, links among them. */
function listLibraries(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => !entry.isDirectory() && /\.so(\.|$)/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** @throws SetupError when a package is damaged or does not fit on the disk */
async function unpack(archives, folder) {
  for (const file of archives) {
    await execute('dpkg-deb', ['-x', file, folder]).catch((error) => {
      const advice = adviceFor(error.stderr ?? '') ?? `${basename(file)} is damaged`;
      throw new SetupError(`Unpacking OpenCV failed: ${advice}, then repeat the command.`, { cause: error });
    });
  }
}

/**
 * Brings OpenCV into .cache/opencv. apt's lists must be there.
 *
 * @throws SetupError when apt does not know the packages or cannot download them; nothing is left behind then
 */
export async function fetchOpenCv(progress) {
  const draft = `${FETCHED_FOLDER}.draft`;
  rmSync(draft, { recursive: true, force: true });
  const [archives, unpacked] = ['archives', 'unpacked'].map((name) => join(draft, name));
  for (const folder of [archives, unpacked]) mkdirSync(folder, { recursive: true });
  try {
    const names = await packagesOfOpenCv(askApt).catch((error) => {
      throw new SetupError(
        'apt does not know the packages of OpenCV: run apt-get update as root, or install OpenCV 4 with its development files, then repeat the command.',
        { cause: error },
      );
    });
    await runStep(progress, {
      title: 'Downloading OpenCV',
      command: 'apt-get',
      args: ['download', '-q', ...names],
      cwd: archives,
      log: 'opencv.log',
    });
    await unpack(listFiles([archives]), unpacked);
    arrange(unpacked, join(draft, 'opencv'));
    rmSync(FETCHED_FOLDER, { recursive: true, force: true });
    renameSync(join(draft, 'opencv'), FETCHED_FOLDER);
  } finally {
    if (existsSync(draft)) rmSync(draft, { recursive: true, force: true });
  }
}
