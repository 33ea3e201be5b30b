/**
 * `npm run client:build`: compiles the client package, for the examples and for who imports it from the clone.
 * `npm run pack:client -- FOLDER` also makes its npm package, FOLDER/loupe-print-client-VERSION.tgz.
 */
import '../node/require.cjs';
import { renameSync, rmSync } from 'node:fs';
import { npmTarball, targetFolder } from '../pack/tarball.mjs';
import { setUpToPack } from '../setup.mjs';
import { runCommand } from '../setup/command.mjs';
import { inRoot } from '../setup/paths.mjs';
import { createProgress } from '../setup/progress.mjs';
import { runStep } from '../setup/run.mjs';

const PACKAGE = inRoot('packages/client');
const built = inRoot('packages/client/dist');
const unfinished = inRoot('packages/client/.dist');

async function compile(progress) {
  for (const folder of [built, unfinished]) rmSync(folder, { recursive: true, force: true });
  const compiler = inRoot('node_modules/typescript-7/bin/tsc');
  try {
    await runStep(progress, {
      title: 'Compiling the client',
      command: process.execPath,
      args: [compiler, '-p', PACKAGE, '--outDir', unfinished],
      log: 'client.log',
    });
    // What is imported or packed is whole, or not there.
    renameSync(unfinished, built);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

await runCommand(async () => {
  const isPacked = process.argv.includes('--pack');
  if (isPacked) process.argv.splice(process.argv.indexOf('--pack'), 1);
  const target = isPacked ? targetFolder('npm run pack:client -- FOLDER') : undefined;
  // Standard output is for the path of the package alone.
  const progress = createProgress(process.stderr);
  await setUpToPack(progress);
  await compile(progress);
  if (target !== undefined) process.stdout.write(`${await npmTarball(PACKAGE, target)}\n`);
});
