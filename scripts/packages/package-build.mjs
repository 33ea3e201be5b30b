/** Builds one of the npm packages of this clone, and packs it where that is asked for. */
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { npmTarball, targetFolder } from '../pack/tarball.mjs';
import { setUpToPack } from '../setup.mjs';
import { runCommand } from '../setup/command.mjs';
import { inRoot } from '../setup/paths.mjs';
import { createProgress } from '../setup/progress.mjs';
import { runStep } from '../setup/run.mjs';

/**
 * Runs a command that builds `packages/NAME/dist`, and with `--pack FOLDER` also writes FOLDER/loupe-print-NAME-VERSION.tgz and says
 * its path. A package that is imported or packed is whole, or not there.
 *
 * @param {string} name
 * @param {(run: (title: string, ...args: string[]) => Promise<void>, unfinished: string) => Promise<void>} build
 *   writes the files into the folder `unfinished`; `run` runs a program of Node as a step
 */
export async function runPackageBuild(name, build) {
  const folder = inRoot('packages', name);
  const built = join(folder, 'dist');
  const unfinished = join(folder, '.dist');
  await runCommand(async () => {
    const isPacked = process.argv.includes('--pack');
    if (isPacked) process.argv.splice(process.argv.indexOf('--pack'), 1);
    const target = isPacked ? targetFolder(`npm run pack:${name} -- FOLDER`) : undefined;
    // Standard output is for the path of the package alone.
    const progress = createProgress(process.stderr);
    await setUpToPack(progress);
    const run = (title, ...args) =>
      runStep(progress, { title, command: process.execPath, args, log: `${name}.log` });
    for (const path of [built, unfinished]) rmSync(path, { recursive: true, force: true });
    try {
      await build(run, unfinished);
      renameSync(unfinished, built);
    } finally {
      rmSync(unfinished, { recursive: true, force: true });
    }
    if (target !== undefined) process.stdout.write(`${await npmTarball(folder, target)}\n`);
  });
}
