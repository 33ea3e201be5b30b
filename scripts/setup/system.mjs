/** The packages of the operating system that the build needs, and how they get there. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fetchedFolder, findOpenCv, SHARED_MARK } from './opencv.mjs';
import { fetchOpenCv } from './opencv-packages.mjs';
import { cacheDir } from './paths.mjs';
import { findProgram, runStep, SetupError, succeeds } from './run.mjs';
import { clearStamp, readStamp, writeStamp } from './stamps.mjs';

const APT_OPTIONS = ['-y', '--fix-broken', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120'];

/** Names the packages while they are being installed: files that lie there need not be configured yet. */
const pendingFile = join(cacheDir, 'system-packages.pending');

/** Whether the set-up brings OpenCV by itself where there is none. */
const isFetched = ({ env, hasApt }) => hasApt && !env.OPENCV_INCLUDE_DIR && !env.OPENCV_LIB_DIR;

const bringsJpeg = (machine) =>
  machine.openCv === undefined ? isFetched(machine) : machine.openCv.isArchive === true;

/** Shared libraries that were unpacked before archives were, and by no choice. */
const isOutdated = ({ source, isArchive }) =>
  source === 'fetched' && !isArchive && !existsSync(join(fetchedFolder(), SHARED_MARK));

/** Each need: the Debian package that fills it, and whether it is filled already. */
const NEEDS = [
  // Unpacked by the set-up where there is apt (opencv-packages.mjs), unless somebody names another place.
  { debianPackage: 'libopencv-dev', isMet: (machine) => machine.openCv !== undefined || isFetched(machine) },
  // The archives of OpenCV come with libjpeg's.
  { debianPackage: 'libjpeg-dev', isMet: (machine) => machine.hasJpeg || bringsJpeg(machine) },
  { debianPackage: 'g++', isMet: (machine) => machine.hasAny('g++', 'c++', 'clang++') },
  // What node-gyp builds with.
  { debianPackage: 'make', isMet: (machine) => machine.hasAny('make') },
  { debianPackage: 'python3', isMet: (machine) => machine.hasAny('python3') },
];

/** What the tests need beside. */
const NEEDS_OF_TESTS = [
  {
    debianPackage: 'chromium-headless-shell',
    isMet: (machine) => machine.hasAny('chromium-headless-shell'),
  },
  { debianPackage: 'postgresql', isMet: (machine) => machine.hasPostgres },
  // Not in the PATH of every user.
  {
    debianPackage: 'nats-server',
    isMet: (machine) => machine.hasAny('nats-server', '/usr/sbin/nats-server'),
  },
  // Makes the certificates that a test connects with.
  { debianPackage: 'openssl', isMet: (machine) => machine.hasAny('openssl') },
];

/** Where Debian puts the programs of PostgreSQL's server, a folder for each version. */
const POSTGRES_FOLDER = '/usr/lib/postgresql';

function hasPostgres() {
  const versions = existsSync(POSTGRES_FOLDER) ? readdirSync(POSTGRES_FOLDER) : [];
  return versions.some((version) => existsSync(join(POSTGRES_FOLDER, version, 'bin/initdb')));
}

/** Whether the compiler finds a header: in the system's folders, or beside OpenCV's when these are given. */
function hasHeader(name, env) {
  const folders = ['/usr/include', '/usr/local/include', env.OPENCV_INCLUDE_DIR ?? '/usr/include'];
  return folders.some((folder) => existsSync(join(folder, name)));
}

/** What the needs are tested against; parts can be replaced. */
export function thisMachine(env = process.env) {
  return {
    env,
    openCv: findOpenCv({ env }),
    hasJpeg: hasHeader('jpeglib.h', env),
    hasPostgres: hasPostgres(),
    hasAny: (...programs) =>
      programs.some((name) =>
        name.startsWith('/') ? existsSync(name) : findProgram(name, env) !== undefined,
      ),
    isRoot: process.getuid?.() === 0,
    hasApt: findProgram('apt-get', env) !== undefined,
    hasSudo: findProgram('sudo', env) !== undefined,
  };
}

/** The Debian packages that are missing, in the order to install them. */
export function missingPackages(machine = thisMachine(), { forTests = false } = {}) {
  return [...NEEDS, ...(forTests ? NEEDS_OF_TESTS : [])]
    .filter((need) => !need.isMet(machine))
    .map((need) => need.debianPackage);
}

/** The line that installs the packages when typed by hand. */
function aptLine(packages, machine = thisMachine()) {
  const prefix = !machine.isRoot && machine.hasSudo ? 'sudo ' : '';
  return `${prefix}apt-get update && ${prefix}apt-get install -y --no-install-recommends ${packages.join(' ')}`;
}

/** One clear text: what is missing and what to type. */
export function missingText(packages, machine = thisMachine()) {
  const isOpenCvMissing = packages.includes('libopencv-dev');
  const isJpegMissing = packages.includes('libjpeg-dev');
  const tools = packages.filter((name) => !name.startsWith('lib'));
  const what = [
    ...(isOpenCvMissing ? ["OpenCV's development files"] : []),
    ...(isJpegMissing ? ["libjpeg's development files"] : []),
    ...(tools.length > 0 ? [`the programs ${tools.join(', ')}`] : []),
  ].join(' and ');
  const byHand = machine.hasApt
    ? `Install what is missing with this line${machine.isRoot || machine.hasSudo ? '' : ' (as root)'}:\n\n  ${aptLine(packages, machine)}\n`
    : `Install the counterparts of these Debian packages: ${packages.join(', ')}.\n`;
  const elsewhere = isOpenCvMissing
    ? '\nOpenCV 4 in another place: set OPENCV_INCLUDE_DIR (the folder that holds opencv2/) and OPENCV_LIB_DIR.\n'
    : '';
  const chosen =
    isOpenCvMissing && (machine.env.OPENCV_INCLUDE_DIR || machine.env.OPENCV_LIB_DIR)
      ? ' (OPENCV_INCLUDE_DIR and OPENCV_LIB_DIR are set, but OpenCV is not there)'
      : '';
  const isForTests = (name) => NEEDS_OF_TESTS.some(({ debianPackage }) => debianPackage === name);
  const purpose = packages.every(isForTests)
    ? 'The tests cannot run'
    : "Loupe's recognition engine cannot be built";
  return `${purpose}: ${what} not found${chosen}.\n${byHand}${elsewhere}\nThen repeat the command.`;
}

/** How apt-get can be started: as root, through sudo, or not at all. */
async function administrator(machine) {
  if (!machine.hasApt) return undefined;
  if (machine.isRoot) return [];
  if (!machine.hasSudo) return undefined;
  if (await succeeds('sudo', ['-n', 'true'])) return ['sudo', '-n'];
  if (!process.stdin.isTTY || !process.stdout.isTTY) return undefined;
  const asked = spawnSync('sudo', ['-v'], { stdio: 'inherit' });
  return asked.status === 0 ? ['sudo', '-n'] : undefined;
}

/**
 * Installs the missing system packages by apt-get, and unpacks OpenCV where there is none.
 *
 * @param options.forTests also what only tests need
 * @throws SetupError with the exact line to type when this user may not install packages
 */
export async function installSystemPackages(progress, machine = thisMachine(), options = {}) {
  const pending = readStamp(pendingFile)?.split(' ') ?? [];
  const packages = [...new Set([...missingPackages(machine, options), ...pending])];
  const lacksOpenCv = machine.openCv === undefined && isFetched(machine);
  if (packages.length > 0) await installPackages(progress, machine, packages);
  // Afterwards, since a new system has no lists of packages before.
  if (lacksOpenCv) await fetchOpenCv(progress);
  else if (isFetched(machine) && isOutdated(machine.openCv))
    await fetchOpenCv(progress).catch(() => undefined);
  if (packages.length === 0) return lacksOpenCv;
  const missing = missingPackages(thisMachine(machine.env), options);
  if (missing.length > 0) throw new SetupError(missingText(missing, machine));
  return true;
}

async function installPackages(progress, machine, packages) {
  progress.print(`  System packages to install: ${packages.join(' ')}`);
  const prefix = await administrator(machine);
  if (!prefix) throw new SetupError(missingText(packages, machine));

  const run = (title, log, ...line) => {
    const [command, ...args] = [
      ...prefix,
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      'LC_ALL=C.UTF-8',
      ...line,
    ];
    return runStep(progress, { title, command, args, log });
  };
  await run('Reading the list of system packages', 'apt-update.log', 'apt-get', 'update');
  writeStamp(pendingFile, packages.join(' '));
  const install = () =>
    run('Installing system packages', 'apt-install.log', 'apt-get', 'install', ...APT_OPTIONS, ...packages);
  try {
    await install();
  } catch {
    // An earlier installation may have been interrupted half-way: finish it, then try once more.
    const repair = run('Finishing an interrupted installation', 'dpkg.log', 'dpkg', '--configure', '-a');
    await repair.catch(() => undefined);
    await install();
  }
  clearStamp(pendingFile);
}
