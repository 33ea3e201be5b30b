/** The locked npm packages: installed only when the lock file or the machine changed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { npmCommand } from '../node/bring.cjs';
import { inRoot, modulesDir, rootDir } from './paths.mjs';
import { runStep, SetupError, succeeds } from './run.mjs';
import { clearStamp, contentHash, readStamp, writeStamp } from './stamps.mjs';

const lockFile = inRoot('package-lock.json');
const stampFile = join(modulesDir, '.loupe-stamp');

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** What npm chooses packages by. */
const thisMachine = {
  os: process.platform,
  cpu: process.arch,
  libc: process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'glibc',
};

/** An optional package may be missing unless it is made for this very machine: npm leaves out those of other ones. */
function mayBeMissing(entry, machine) {
  if (!entry.optional) return false;
  const isMadeFor = (fact) => entry[fact]?.includes(machine[fact]);
  return !isMadeFor('os') || !isMadeFor('cpu') || (entry.libc !== undefined && !isMadeFor('libc'));
}

/**
 * Whether npm's own record of node_modules agrees with the lock file: every package at its locked
 * version, apart from optional ones for other machines.
 *
 * @param {object} lock
 * @param {object} record
 * @param {{ os: string, cpu: string, libc: string }} machine
 */
export function isInstalled(lock, record, machine = thisMachine) {
  return Object.entries(lock.packages).every(
    ([path, entry]) =>
      path === '' ||
      record.packages[path]?.version === entry.version ||
      (record.packages[path] === undefined && mayBeMissing(entry, machine)),
  );
}

/** The packages of the lock file that run scripts when installed, by name. */
export function packagesWithScripts(lock) {
  return Object.entries(lock.packages)
    .filter(([path, entry]) => entry.hasInstallScript && path !== '')
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
}

function currentStamp() {
  return contentHash(rootDir, [lockFile], [process.platform, process.arch]);
}

/** Whether the database opens: its driver is a compiled file of the package, one for each kind of machine. */
const databaseOpens = () =>
  succeeds(process.execPath, ['-e', "new (require('better-sqlite3'))(':memory:').close()"]);

/** A user may have typed `npm install`: good, when it left what the lock file says and the database opens. */
async function isInstalledByHand() {
  try {
    if (!isInstalled(readJson(lockFile), readJson(join(modulesDir, '.package-lock.json')))) return false;
  } catch {
    return false;
  }
  return databaseOpens();
}

/** Whether node_modules holds what the lock file says. */
export async function areModulesCurrent() {
  const stamp = currentStamp();
  if (readStamp(stampFile) === stamp) return true;
  if (!(await isInstalledByHand())) return false;
  writeStamp(stampFile, stamp);
  return true;
}

/**
 * Downloads and unpacks the locked packages. Their install scripts do not run (.npmrc): what is compiled in them comes
 * with them, for every machine that Loupe runs on.
 *
 * @throws SetupError when the database driver has no file for this machine
 */
export async function installModules(progress) {
  clearStamp(stampFile);
  const [command, ...first] = npmCommand(process.env);
  const args = [...first, 'ci', '--no-audit', '--no-fund'];
  await runStep(progress, { title: 'Installing the npm packages', command, args, log: 'npm-ci.log' });
  if (!(await databaseOpens())) {
    throw new SetupError(
      `The database driver better-sqlite3 does not run on this machine (${process.platform}, ${process.arch}). Use Linux on x64 or arm64.`,
    );
  }
  writeStamp(stampFile, currentStamp());
}
