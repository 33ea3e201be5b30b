/** The peers of the benchmark that are npm packages, each installed in its own folder: `npm run bench -- --peers`. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findNodeGyp } from '../native/gyp.mjs';
import { npmCommand } from '../node/bring.cjs';
import { findOpenCv } from './opencv.mjs';
import { inRoot } from './paths.mjs';
import { runStep, SetupError } from './run.mjs';

const OPENCV4NODEJS = 'node_modules/@u4/opencv4nodejs';

async function installPackage(progress, folder, name) {
  if (existsSync(join(folder, 'node_modules'))) return;
  const [command, ...first] = npmCommand(process.env);
  const args = [...first, 'install', '--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund'];
  const title = `Installing the peer ${name}`;
  await runStep(progress, { title, command, args, cwd: folder, log: `peer-${name}.log` });
}

/** Its package is compiled against all of OpenCV, unlike the engine. */
async function compileOpenCv4NodeJs(progress, folder) {
  const place = join(folder, OPENCV4NODEJS);
  const build = join(place, 'build/Release');
  if (existsSync(build) && readdirSync(build).some((name) => name.endsWith('.node'))) return;
  const openCv = findOpenCv();
  if (openCv === undefined || !existsSync(join(openCv.includeDir, 'opencv2/face.hpp'))) {
    throw new SetupError(
      'The peer opencv4nodejs needs all of OpenCV. Install it, then repeat the command: apt-get install libopencv-dev',
    );
  }
  const { program, nodeDir } = findNodeGyp();
  await runStep(progress, {
    title: 'Compiling the peer opencv4nodejs (about ten minutes)',
    command: process.execPath,
    args: [program, 'rebuild', '--jobs', '2', `--nodedir=${nodeDir}`],
    env: {
      OPENCV4NODEJS_DISABLE_AUTOBUILD: '1',
      OPENCV_INCLUDE_DIR: openCv.includeDir,
      OPENCV_LIB_DIR: openCv.libDir,
      OPENCV_BIN_DIR: '/usr/bin',
    },
    cwd: place,
    log: 'peer-opencv4nodejs.log',
  });
}

/** @throws SetupError that says what is missing */
export async function installNpmPeers(progress) {
  for (const name of ['usearch', 'opencv4nodejs']) {
    await installPackage(progress, inRoot('packages/bench/benchmark/peers', name), name);
  }
  await compileOpenCv4NodeJs(progress, inRoot('packages/bench/benchmark/peers/opencv4nodejs'));
}
