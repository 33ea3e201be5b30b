/**
 * The locked npm packages: installed only when the lock file or the machine changed. `npm start` installs what builds and
 * runs Loupe, `npm test` everything; everything is enough for both.
 */
import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npmCommand, PATIENCE } from '../node/bring.cjs';
import { lockToStart, packagesToStart } from './locked-packages.mjs';
import { explainNpmFailure } from './npm-failures.mjs';
import { cacheDir, inRoot, modulesDir, rootDir } from './paths.mjs';
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

/** A part of Loupe itself, which npm only links to. */
const isOwnPart = (path, entry) => !path.includes('node_modules/') || entry.link === true;

/** An optional package may be missing unless it is made for this very machine: npm leaves out those of other ones. */
function mayBeMissing(entry, machine) {
  if (!entry.optional) return false;
  const isMadeFor = (fact) => entry[fact]?.includes(machine[fact]);
  return !isMadeFor('os') || !isMadeFor('cpu') || (entry.libc !== undefined && !isMadeFor('libc'));
}

/**
 * Whether npm's own record of node_modules agrees with the lock file: every package at its locked
 * version, apart from optional ones for other machines and, unless they are asked for, those that `npm start` does without.
 *
 * @param {object} lock
 * @param {object} record
 * @param {{ machine?: { os: string, cpu: string, libc: string }, forTests?: boolean }} [options]
 */
export function isInstalled(lock, record, { machine = thisMachine, forTests = true } = {}) {
  const started = new Set(forTests ? [] : packagesToStart(lock));
  const isLeft = (path) => !forTests && !started.has(path);
  return Object.entries(lock.packages).every(
    ([path, entry]) =>
      isOwnPart(path, entry) ||
      record.packages[path]?.version === entry.version ||
      (record.packages[path] === undefined && (isLeft(path) || mayBeMissing(entry, machine))),
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

/** Where npm installs what `npm start` needs, before it is put into its place. */
const draftDir = join(cacheDir, 'modules.draft');

/** A folder in which npm finds the packages of `npm start` alone. */
function writeDraft() {
  rmSync(draftDir, { recursive: true, force: true });
  mkdirSync(draftDir, { recursive: true });
  const { overrides } = readJson(inRoot('package.json'));
  const { manifest, lock } = lockToStart(readJson(lockFile), overrides);
  writeFileSync(join(draftDir, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(draftDir, 'package-lock.json'), JSON.stringify(lock));
  // A registry that somebody chose for this clone holds here, too.
  copyFileSync(inRoot('.npmrc'), join(draftDir, '.npmrc'));
}

/** They appear complete or not at all. */
function takeDraft() {
  rmSync(modulesDir, { recursive: true, force: true });
  renameSync(join(draftDir, 'node_modules'), modulesDir);
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
  const title = 'Installing the npm packages';
  try {
    if (!forTests) writeDraft();
    const cwd = forTests ? rootDir : draftDir;
    await runStep(progress, { title, command, args, cwd, env: PATIENCE, log: 'npm-ci.log' });
    if (!forTests) takeDraft();
    if (!isComplete(forTests)) throw new SetupError(INCOMPLETE);
  } catch (error) {
    rmSync(modulesDir, { recursive: true, force: true });
    throw explainNpmFailure(error);
  } finally {
    rmSync(draftDir, { recursive: true, force: true });
  }
  if (!(await databaseOpens())) {
    throw new SetupError(
      `The database driver better-sqlite3 does not run on this machine (${process.platform}, ${process.arch}). Use Linux on x64 or arm64.`,
    );
  }
  writeStamp(stampFile, stampOf(forTests));
}
