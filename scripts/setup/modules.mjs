/**
 * The locked npm packages: installed only when the lock file or the machine changed. `npm start` installs what builds and
 * runs Loupe, `npm test` everything; everything is enough for both.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npmCommand, PATIENCE } from '../node/bring.cjs';
import { explainNpmFailure } from './npm-failures.mjs';
import { inRoot, modulesDir, rootDir } from './paths.mjs';
import { runStep, SetupError, succeeds } from './run.mjs';
import { clearStamp, contentHash, readStamp, writeStamp } from './stamps.mjs';

const lockFile = inRoot('package-lock.json');
const stampFile = join(modulesDir, '.loupe-stamp');
const recordFile = join(modulesDir, '.package-lock.json');

/** npm has been seen to report success after its disk was full. */
const INCOMPLETE =
  'npm ended without an error, but packages are missing, as when a disk is full: make room for about 1 GB, then repeat the command.';

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** What npm chooses packages by. */
const thisMachine = {
  os: process.platform,
  cpu: process.arch,
  libc: process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'glibc',
};

/** Only tests and checks ask for it, however useful another package might find it. */
const isForTests = (entry) => entry.dev === true || entry.devOptional === true;

/** A part of Loupe itself, which npm only links to. */
const isOwnPart = (path, entry) => !path.includes('node_modules/') || entry.link === true;

/** An optional package may be missing unless it is made for this very machine: npm leaves out those of other ones. */
function mayBeMissing(entry, machine) {
  if (!entry.optional) return false;
  const isMadeFor = (fact) => entry[fact]?.includes(machine[fact]);
  return !isMadeFor('os') || !isMadeFor('cpu') || (entry.libc !== undefined && !isMadeFor('libc'));
}

/** Paths of what `npm start` does without: packages for tests, and their files for single machines. */
export function pathsForTests(lock) {
  const paths = new Set();
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (!isForTests(entry)) continue;
    paths.add(path);
    for (const name of Object.keys(entry.optionalDependencies ?? {})) {
      const file = `node_modules/${name}`;
      if (lock.packages[file]?.optional && lock.packages[file].os) paths.add(file);
    }
  }
  return paths;
}

/**
 * Whether npm's own record of node_modules agrees with the lock file: every package at its locked
 * version, apart from optional ones for other machines and, unless they are asked for, those that only tests need.
 *
 * @param {object} lock
 * @param {object} record
 * @param {{ machine?: { os: string, cpu: string, libc: string }, forTests?: boolean }} [options]
 */
export function isInstalled(lock, record, { machine = thisMachine, forTests = true } = {}) {
  const left = forTests ? new Set() : pathsForTests(lock);
  return Object.entries(lock.packages).every(
    ([path, entry]) =>
      isOwnPart(path, entry) ||
      record.packages[path]?.version === entry.version ||
      (record.packages[path] === undefined && (left.has(path) || mayBeMissing(entry, machine))),
  );
}

/** The packages of the lock file that run scripts when installed, by name. */
export function packagesWithScripts(lock) {
  return Object.entries(lock.packages)
    .filter(([path, entry]) => entry.hasInstallScript && !isOwnPart(path, entry))
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
}

/** @param {boolean} forTests whether everything is there, or what `npm start` needs */
function stampOf(forTests) {
  return contentHash(
    rootDir,
    [lockFile],
    [process.platform, process.arch, forTests ? 'everything' : 'start'],
  );
}

/** Whether the database opens: its driver is a compiled file of the package, one for each kind of machine. */
const databaseOpens = () =>
  succeeds(process.execPath, ['-e', "new (require('better-sqlite3'))(':memory:').close()"]);

function isComplete(forTests) {
  try {
    return isInstalled(readJson(lockFile), readJson(recordFile), { forTests });
  } catch {
    return false;
  }
}

/** A user may have typed `npm install`: good, when it left what the lock file says and the database opens. */
const isInstalledByHand = async (forTests) => isComplete(forTests) && databaseOpens();

/** Whether node_modules holds what the lock file says. */
export async function areModulesCurrent({ forTests = false } = {}) {
  const stamp = readStamp(stampFile);
  if (stamp === stampOf(true) || (stamp === stampOf(false) && !forTests)) return true;
  if (!(await isInstalledByHand(forTests))) return false;
  writeStamp(stampFile, stampOf(forTests));
  return true;
}

/**
 * npm keeps packages for tests where another one could make use of them, as i18next of TypeScript's library, and they
 * are the largest. They go, from the record as well.
 */
function removeWhatTestsNeed() {
  const record = readJson(recordFile);
  for (const path of pathsForTests(readJson(lockFile))) {
    if (record.packages[path] === undefined) continue;
    rmSync(inRoot(path), { recursive: true, force: true });
    delete record.packages[path];
  }
  writeFileSync(recordFile, JSON.stringify(record, null, 2));
}

/**
 * Downloads and unpacks the locked packages. Their install scripts do not run (.npmrc): what is compiled in them comes
 * with them, for every machine that Loupe runs on. What fails leaves nothing behind.
 *
 * @param {{ forTests?: boolean }} options whether what only tests need is installed, too
 * @throws SetupError with one sentence that says what to do
 */
export async function installModules(progress, { forTests = false } = {}) {
  clearStamp(stampFile);
  const [command, ...first] = npmCommand(process.env);
  const args = [...first, 'ci', '--no-audit', '--no-fund', '--prefer-offline'];
  if (!forTests) args.push('--omit=dev');
  const title = 'Installing the npm packages';
  try {
    await runStep(progress, { title, command, args, env: PATIENCE, log: 'npm-ci.log' });
    if (!isComplete(forTests)) throw new SetupError(INCOMPLETE);
    if (!forTests) removeWhatTestsNeed();
  } catch (error) {
    rmSync(modulesDir, { recursive: true, force: true });
    throw explainNpmFailure(error);
  }
  if (!(await databaseOpens())) {
    throw new SetupError(
      `The database driver better-sqlite3 does not run on this machine (${process.platform}, ${process.arch}). Use Linux on x64 or arm64.`,
    );
  }
  writeStamp(stampFile, stampOf(forTests));
}
