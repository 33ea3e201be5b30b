/**
 * `npm run client:build`: compiles the client package, for the examples and for who imports it from the clone.
 * `npm run pack:client -- FOLDER` also makes its npm package, FOLDER/loupe-print-client-VERSION.tgz.
 */
import '../node/require.cjs';
import { inRoot } from '../setup/paths.mjs';
import { runPackageBuild } from './package-build.mjs';

await runPackageBuild('client', async (run, unfinished) => {
  const compiler = inRoot('node_modules/typescript-7/bin/tsc');
  await run('Compiling the client', compiler, '-p', inRoot('packages/client'), '--outDir', unfinished);
});
