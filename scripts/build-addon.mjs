/**
 * Builds the native engine `build/Release/loupe.node`.
 *
 *   node scripts/build-addon.mjs            builds what changed
 *   LOUPE_MARCH=native node scripts/…       uses every instruction of this processor (the result may not run
 *                                           on another one)
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const { findOpenCv } = require('./opencv-flags.cjs');

if (!findOpenCv()) {
  console.error(
    'OpenCV 4 with headers was not found. On Debian or Ubuntu: sudo apt-get install libopencv-dev',
  );
  process.exit(1);
}
const nodeGyp = join(dirname(require.resolve('node-gyp/package.json')), 'bin', 'node-gyp.js');
/** Headers installed beside this Node spare node-gyp a download, which offline machines cannot make. */
const nodePrefix = resolve(dirname(process.execPath), '..');
const hasHeaders = existsSync(join(nodePrefix, 'include', 'node', 'node_api.h'));
const headers = hasHeaders && !process.env.npm_config_nodedir ? [`--nodedir=${nodePrefix}`] : [];
const march = process.env.LOUPE_MARCH ? ['--', `-Dloupe_march=${process.env.LOUPE_MARCH}`] : [];
const jobs = String(Math.min(availableParallelism(), 4));
for (const args of [
  ['configure', ...headers, ...march],
  ['build', ...headers, '--jobs', jobs],
]) {
  const { status } = spawnSync(process.execPath, [nodeGyp, ...args], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
