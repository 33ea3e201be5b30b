/**
 * `npm run scan:build`: builds `packages/scan` for pages, with the engine beside it.
 * `npm run pack:scan -- FOLDER` also makes its npm package, FOLDER/loupe-print-scan-VERSION.tgz.
 */
import '../node/require.cjs';
import { cpSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { npmTarball, targetFolder } from '../pack/tarball.mjs';
import { setUpToPack } from '../setup.mjs';
import { runCommand } from '../setup/command.mjs';
import { inRoot } from '../setup/paths.mjs';
import { createProgress } from '../setup/progress.mjs';
import { runStep } from '../setup/run.mjs';

const PACKAGE = inRoot('packages/scan');
const built = inRoot('packages/scan/dist');
const unfinished = inRoot('packages/scan/.dist');
/** Files that the module fetches where no server is named. */
const ENGINE = [
  'packages/engine-wasm/module/loupe.wasm',
  'packages/engine-wasm/module/loupe-plain.wasm',
  'native/assets/vocabulary.bin',
];

async function build(progress) {
  for (const folder of [built, unfinished]) rmSync(folder, { recursive: true, force: true });
  const run = (title, ...args) =>
    runStep(progress, { title, command: process.execPath, args, log: 'scan.log' });
  const config = join(PACKAGE, 'vite.config.ts');
  const vite = inRoot('node_modules/vite/bin/vite.js');
  const compiler = inRoot('node_modules/typescript-7/bin/tsc');
  const types = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly'];
  try {
    await run('Building the scanner', vite, 'build', PACKAGE, '--config', config, '--outDir', unfinished);
    await run('Writing its types', compiler, '-p', PACKAGE, ...types, '--outDir', join(unfinished, 'types'));
    mkdirSync(join(unfinished, 'engine'));
    for (const file of ENGINE) cpSync(inRoot(file), join(unfinished, 'engine', file.split('/').at(-1)));
    // A package that is imported or packed is whole, or not there.
    renameSync(unfinished, built);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

await runCommand(async () => {
  const isPacked = process.argv.includes('--pack');
  if (isPacked) process.argv.splice(process.argv.indexOf('--pack'), 1);
  const target = isPacked ? targetFolder('npm run pack:scan -- FOLDER') : undefined;
  // Standard output is for the path of the package alone.
  const progress = createProgress(process.stderr);
  await setUpToPack(progress);
  await build(progress);
  if (target !== undefined) process.stdout.write(`${await npmTarball(PACKAGE, target)}\n`);
});
