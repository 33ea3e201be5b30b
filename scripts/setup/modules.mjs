/** The locked npm packages: installed only when the lock file, Node or the machine changed. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { npmCommand } from '../node/bring.cjs';
import { headersEnvironment } from './headers.mjs';
import { inRoot, modulesDir, rootDir } from './paths.mjs';
import { runStep, succeeds } from './run.mjs';
import { clearStamp, contentHash, readStamp, writeStamp } from './stamps.mjs';

const lockFile = inRoot('package-lock.json');
const stampFile = join(modulesDir, '.loupe-stamp');

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/**
 * Whether npm's own record of node_modules agrees with the lock file: every package at its locked
 * version, apart from optional ones and those of this clone itself.
 */
export function isInstalled(lock, record) {
  return Object.entries(lock.packages).every(
    ([path, entry]) =>
      path === '' ||
      entry.optional ||
      entry.resolved?.startsWith('file:') ||
      record.packages[path]?.version === entry.version,
  );
}

/** The packages of the lock file that run scripts when installed, as far as they are for this machine. */
export function packagesWithScripts(lock, exists) {
  return Object.entries(lock.packages)
    .filter(([path, entry]) => entry.hasInstallScript && path !== '' && exists(path))
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
}

function currentStamp() {
  return contentHash(rootDir, [lockFile], [process.versions.modules, process.platform, process.arch]);
}

/** A user may have typed `npm install`: good, when it left what the lock file says and the database opens. */
async function isInstalledByHand() {
  try {
    if (!isInstalled(readJson(lockFile), readJson(join(modulesDir, '.package-lock.json')))) return false;
  } catch {
    return false;
  }
  return succeeds(process.execPath, ['-e', "new (require('better-sqlite3'))(':memory:').close()"]);
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
 * Downloads and unpacks the locked packages. Their install scripts run afterwards, in `buildModules`, where
 * they can run beside other builds and be shown as a step of their own.
 */
export async function downloadModules(progress) {
  clearStamp(stampFile);
  const [command, ...args] = [
    ...npmCommand(process.env),
    'ci',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
  ];
  await runStep(progress, { title: 'Installing the npm packages', command, args, log: 'npm-ci.log' });
}

/** Runs the install scripts of the packages: the database driver compiles when no built one is found. */
export async function buildModules(progress) {
  const exists = (path) => statSync(inRoot(path), { throwIfNoEntry: false }) !== undefined;
  const names = packagesWithScripts(readJson(lockFile), exists);
  const [command, ...args] = [...npmCommand(process.env), 'rebuild', '--foreground-scripts', ...names];
  await runStep(progress, {
    title: 'Building the database driver',
    command,
    args,
    // SQLite is tested at -O2 by its makers; -O3, the driver's own choice, only takes a third longer to compile.
    env: { ...headersEnvironment(), CFLAGS: '-O2' },
    log: 'npm-rebuild.log',
  });
  writeStamp(stampFile, currentStamp());
}
