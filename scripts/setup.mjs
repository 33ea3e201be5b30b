/**
 * Brings a clone into working order: the recognition engine, prebuilt or compiled, system packages where something is
 * compiled, npm packages, the compiled TypeScript, the console. Each part is done only when something it depends on
 * changed, so that a second run takes a moment; an interrupted run is continued by the next one.
 */
import './node/require.cjs';
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MANIFEST } from './pack/manifest.mjs';
import { buildAddon, isAddonCurrent, takeAddon } from './setup/addon.mjs';
import { runCommand } from './setup/command.mjs';
import { consoleSite } from './setup/console/console.mjs';
import { guideSite } from './setup/guide.mjs';
import { withLock } from './setup/lock.mjs';
import { areModulesCurrent, installModules } from './setup/modules.mjs';
import { cacheDir, inRoot } from './setup/paths.mjs';
import { createProgress, formatDuration } from './setup/progress.mjs';
import { stopChildren, succeeds } from './setup/run.mjs';
import { installSystemPackages, thisMachine } from './setup/system.mjs';
import { buildTypeScript, isTypeScriptCurrent } from './setup/typescript.mjs';

/** Runs builds side by side; when one fails the others are stopped, and the first failure is thrown. */
async function together(builds) {
  let failure;
  await Promise.all(
    builds.map((build) =>
      build.catch((error) => {
        failure ??= error;
        stopChildren();
      }),
    ),
  );
  if (failure) throw failure;
}

/** Sees to the engine, as far as it needs no compiler. @returns whether it is there and whether that took work */
async function takeEngine(progress) {
  if (isAddonCurrent()) return { isThere: true, hasWorked: false };
  const isThere = await takeAddon(progress);
  return { isThere, hasWorked: isThere };
}

async function bringUpToDate(progress, options) {
  const engine = await takeEngine(progress);
  let { hasWorked } = engine;
  // A compiler and OpenCV are for those who compile: the engine here, or the native tests.
  if (!engine.isThere || options.forTests)
    hasWorked = (await installSystemPackages(progress, thisMachine(), options)) || hasWorked;
  const packages = { forTests: options.forTests || options.hasAllPackages };
  const areModulesThere = await areModulesCurrent(packages);
  const modules = areModulesThere ? Promise.resolve() : installModules(progress, packages);
  const builds = [modules];
  if (!engine.isThere) builds.push(buildAddon(progress, modules));
  for (const site of options.hasGuideLater ? [consoleSite] : [consoleSite, guideSite]) {
    if (!site.isCurrent()) builds.push(modules.then(() => site.build(progress)));
  }
  if (!isTypeScriptCurrent()) builds.push(modules.then(() => buildTypeScript(progress)));
  hasWorked ||= !areModulesThere || builds.length > 1;
  await together(builds);
  // What the check of the console's types reads.
  if (options.forTests) await succeeds(process.execPath, [inRoot('scripts/contracts/console-schema.mjs')]);
  return hasWorked;
}

const sayWaiting = (progress) => (pid) =>
  progress.print(`  Another set-up runs in this clone (process ${pid}); waiting for it to end.`);
const lockFile = join(cacheDir, 'setup.lock');

/** Whether this is no clone but an unpacked archive, in which everything is built. */
const isPacked = () => existsSync(inRoot(MANIFEST));

/**
 * Sets the clone up, showing progress on standard output.
 *
 * @param {{ forTests?: boolean, hasAllPackages?: boolean, hasGuideLater?: boolean }} options whether what only tests need is
 *   installed, too; its npm packages alone; whether the guide is left to `setUpGuide`
 */
export async function setUp(progress = createProgress(), options = {}) {
  if (isPacked()) return;
  const startedAt = Date.now();
  progress.print('Set-up');
  const hasWorked = await withLock(lockFile, sayWaiting(progress), () => bringUpToDate(progress, options));
  const verdict = hasWorked ? 'complete' : 'everything is up to date';
  progress.print(`  ${verdict} (${formatDuration(Date.now() - startedAt)})\n`);
}

/**
 * Installs all npm packages, and compiles the engine where it is to be packed: what the commands need that make the packages
 * of npm. `npm start` leaves out what only builds or tests them.
 *
 * @param {{ withEngine?: boolean }} options
 * @throws SetupError with one sentence that says what to do
 */
export async function setUpToPack(progress, { withEngine = false } = {}) {
  await withLock(lockFile, sayWaiting(progress), async () => {
    const isCompiled = withEngine && !(await takeEngine(progress)).isThere;
    if (isCompiled) await installSystemPackages(progress, thisMachine(), {});
    if (!(await areModulesCurrent({ forTests: true }))) await installModules(progress, { forTests: true });
    if (isCompiled) await buildAddon(progress);
  });
}

/** Builds the guide where it is not up to date. */
export async function setUpGuide(progress) {
  if (isPacked() || guideSite.isCurrent()) return;
  await withLock(lockFile, sayWaiting(progress), () => guideSite.build(progress));
}

if (realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) await runCommand(() => setUp());
