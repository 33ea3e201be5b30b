/**
 * OpenCV out of Debian's packages, unpacked into .cache/opencv and not installed: the headers and archives of five of its
 * modules and of libjpeg. Debian's libopencv-dev brings every module there is, and with them a desktop: 300 packages.
 * Where a linker refuses the archives, shared libraries take their place, with what these need to run.
 *
 * apt checks what it downloads against its signed lists. The folder appears complete or not at all.
 */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { compiler } from '../native/gyp.mjs';
import { commonFlags } from '../native/flags.mjs';
import { adviceFor } from './advice.mjs';
import { fetchedFolder, linkerArguments, MODULES, SHARED_MARK } from './opencv.mjs';
import { inRoot, targetArch } from './paths.mjs';
import { runStep, SetupError } from './run.mjs';
import { listFiles } from './stamps.mjs';

const execute = promisify(execFile);

/** What every system has that has a compiler. */
const BASE = ['libc6', 'libgcc-s1', 'libstdc++6'];

/** What draws on screens: OpenCV's core is linked with the library that finds such drivers, and never calls it here. */
const DRIVERS = ['libglx-mesa0'];

/** Debian's names of processors. */
const DEBIAN_ARCHES = { x64: 'amd64', arm64: 'arm64', arm: 'armhf' };

/** Names of packages as apt wants them: those of another processor carry its name. */
function withArch(names, arch = targetArch()) {
  return arch === process.arch ? names : names.map((name) => `${name}:${DEBIAN_ARCHES[arch] ?? arch}`);
}

/** The fields of packages that apt knows, by name. */
async function askApt(names) {
  const env = { ...process.env, LC_ALL: 'C.UTF-8' };
  const { stdout } = await execute('apt-cache', ['show', '--no-all-versions', ...withArch(names)], {
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

const packagesOfModules = () => MODULES.map((name) => `libopencv-${name}-dev`);

/** Names that are packages of libjpeg with its headers and its archive, under one name or another. */
const isJpeg = (name) => /^libjpeg.*-dev$/.test(name);

async function packagesOfJpeg(show) {
  const wanted = new Set();
  let next = ['libjpeg-dev'];
  while (next.length > 0) {
    const needed = dependenciesIn(await show(next));
    next = needed.filter((name) => isJpeg(name) && !wanted.has(name));
    for (const name of next) wanted.add(name);
  }
  return [...wanted];
}

/**
 * The packages to unpack that hold archives, with their headers.
 *
 * @param {(names: string[]) => Promise<string>} show answers what apt knows of packages
 */
export async function packagesOfArchives(show) {
  return [...packagesOfModules(), ...(await packagesOfJpeg(show))];
}

/**
 * The packages to unpack that hold shared libraries: independent of what is installed, which may be removed one day.
 *
 * @param {(names: string[]) => Promise<string>} show answers what apt knows of packages
 */
export async function packagesOfOpenCv(show) {
  const leftOut = new Set([...BASE, ...DRIVERS]);
  const headers = packagesOfModules();
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
  const folders = ['.', ...readdirSync(includes)].map((name) => join(includes, name));
  for (const from of folders) {
    if (existsSync(join(from, 'opencv4')))
      cpSync(join(from, 'opencv4'), join(folder, 'include'), { recursive: true });
    for (const header of JPEG_HEADERS.filter((name) => existsSync(join(from, name))))
      cpSync(join(from, header), join(folder, 'include', header));
  }
}

const JPEG_HEADERS = ['jconfig.h', 'jerror.h', 'jmorecfg.h', 'jpeglib.h'];

/** Libraries below a folder that the linker or the loader reads, links among them that lead somewhere. */
function listLibraries(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => !entry.isDirectory() && /(\.so(\.|$)|^lib(opencv_.*|jpeg)\.a$)/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => existsSync(path));
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

/** Unpacks packages into a folder of headers and libraries. */
async function bring(progress, draft, packages) {
  const [archives, unpacked] = ['archives', 'unpacked'].map((name) => join(draft, name));
  for (const folder of [archives, unpacked]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
  const names = await packages(askApt).catch((error) => {
    const arch = targetArch();
    const debian = DEBIAN_ARCHES[arch] ?? arch;
    const first = arch === process.arch ? '' : `dpkg --add-architecture ${debian} and `;
    throw new SetupError(
      `apt does not know the packages of OpenCV: run ${first}apt-get update as root, or install OpenCV 4 with its development files, then repeat the command.`,
      { cause: error },
    );
  });
  await runStep(progress, {
    title: 'Downloading OpenCV',
    command: 'apt-get',
    args: ['download', '-q', ...withArch(names)],
    cwd: archives,
    log: 'opencv.log',
  });
  await unpack(listFiles([archives]), unpacked);
  const folder = join(draft, 'opencv');
  rmSync(folder, { recursive: true, force: true });
  arrange(unpacked, folder);
  return folder;
}

/** Whether the archives of a folder can be linked: those of other systems may ask for what native/stand_ins does not have. */
async function canLink(folder) {
  const sources = ['stand_ins/jpeg.cc', 'stand_ins/opencv.cc', 'tools/link_probe.cc'];
  const link = linkerArguments({ libDir: join(folder, 'lib'), source: 'fetched', isArchive: true });
  const args = [
    ...commonFlags(''),
    `-isystem${join(folder, 'include')}`,
    ...['-shared', '-Wl,-z,defs', '-o', join(folder, '../probe.so')],
    ...sources.map((path) => inRoot('native', path)),
    ...link,
  ];
  return execute(compiler(), args).then(
    () => true,
    () => false,
  );
}

/**
 * Brings OpenCV into its folder in .cache. apt's lists must be there, and a compiler.
 *
 * @throws SetupError when apt does not know the packages or cannot download them; nothing is left behind then
 */
export async function fetchOpenCv(progress) {
  const place = fetchedFolder();
  const draft = `${place}.draft`;
  try {
    let folder = await bring(progress, draft, packagesOfArchives);
    if (!(await canLink(folder))) {
      folder = await bring(progress, draft, packagesOfOpenCv);
      writeFileSync(join(folder, SHARED_MARK), '');
    }
    rmSync(place, { recursive: true, force: true });
    renameSync(folder, place);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
