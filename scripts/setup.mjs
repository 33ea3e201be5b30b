/**
 * Brings a clone into working order: system packages, npm packages, the recognition engine, the compiled
 * TypeScript, the console. Each part is done only when something it depends on changed, so that a second run takes a
 * moment; an interrupted run is continued by the next one.
 */
import './node/require.cjs';
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MANIFEST } from './pack/manifest.mjs';
import { buildAddon, isAddonCurrent } from './setup/addon.mjs';
import { runCommand } from './setup/command.mjs';
import { consoleSite } from './setup/console.mjs';
import { guideSite } from './setup/guide.mjs';
import { withLock } from './setup/lock.mjs';
import { areModulesCurrent, installModules } from './setup/modules.mjs';
import { cacheDir, inRoot } from './setup/paths.mjs';
import { createProgress, formatDuration } from './setup/progress.mjs';
import { stopChildren } from './setup/run.mjs';
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

async function bringUpToDate(progress, options) {
  let hasWorked = await installSystemPackages(progress, thisMachine(), options);
  const areModulesThere = await areModulesCurrent();
  const modules = areModulesThere ? Promise.resolve() : installModules(progress);
  const builds = [modules];
  if (!isAddonCurrent()) builds.push(buildAddon(progress, modules));
  for (const site of [consoleSite, guideSite]) {
    if (!site.isCurrent()) builds.push(modules.then(() => site.build(progress)));
  }
  if (!isTypeScriptCurrent()) builds.push(modules.then(() => buildTypeScript(progress)));
  hasWorked ||= !areModulesThere || builds.length > 1;
  await together(builds);
  return hasWorked;
}

/** Whether this is no clone but an unpacked archive, in which everything is built. */
const isPacked = () => existsSync(inRoot(MANIFEST));

/**
 * Sets the clone up, showing progress on standard output.
 *
 * @param {{ forTests?: boolean }} options whether what only tests need is installed, too
 */
export async function setUp(progress = createProgress(), options = {}) {
  if (isPacked()) return;
  const startedAt = Date.now();
  const sayWaiting = (pid) =>
    progress.print(`  Another set-up runs in this clone (process ${pid}); waiting for it to end.`);
  progress.print('Set-up');
  const hasWorked = await withLock(join(cacheDir, 'setup.lock'), sayWaiting, () =>
    bringUpToDate(progress, options),
  );
  const verdict = hasWorked ? 'complete' : 'everything is up to date';
  progress.print(`  ${verdict} (${formatDuration(Date.now() - startedAt)})\n`);
}

if (realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) await runCommand(() => setUp());
