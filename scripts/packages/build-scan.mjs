/**
 * `npm run scan:build`: builds `packages/scan` for pages, with the engine beside it.
 * `npm run pack:scan -- FOLDER` also makes its npm package, FOLDER/loupe-print-scan-VERSION.tgz.
 */
import '../node/require.cjs';
import { cpSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { inRoot } from '../setup/paths.mjs';
import { runPackageBuild } from './package-build.mjs';

const PACKAGE = inRoot('packages/scan');
/** Files that the module fetches where no server is named. */
const ENGINE = [
  'packages/engine-wasm/module/loupe.wasm',
  'packages/engine-wasm/module/loupe-plain.wasm',
  'native/assets/vocabulary.bin',
];

await runPackageBuild('scan', async (run, unfinished) => {
  const config = join(PACKAGE, 'vite.config.ts');
  const vite = inRoot('node_modules/vite/bin/vite.js');
  const compiler = inRoot('node_modules/typescript-7/bin/tsc');
  const types = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly'];
  const build = ['build', PACKAGE, '--config', config, '--outDir', unfinished, '--mode'];
  await run('Building the scanner', vite, ...build, 'page');
  await run('Building its worker', vite, ...build, 'worker');
  await run('Building the comparison beside it', vite, ...build, 'comparison');
  await run('Writing its types', compiler, '-p', PACKAGE, ...types, '--outDir', join(unfinished, 'types'));
  mkdirSync(join(unfinished, 'engine'));
  for (const file of ENGINE) cpSync(inRoot(file), join(unfinished, 'engine', basename(file)));
});
