/** The benchmark's own addon: peers to compare with, and simulated references. Never part of the product. */
import { existsSync } from 'node:fs';
import { headersPrefix } from './headers.mjs';
import { inRoot, rootDir } from './paths.mjs';
import { runStep } from './run.mjs';
import { clearStamp, contentHash, listFiles, readStamp, writeStamp } from './stamps.mjs';

const folder = inRoot('bench/peers/native');
const addonFile = `${folder}/build/Release/bench_peers.node`;
const stampFile = `${folder}/build/.stamp`;

function currentStamp() {
  const inputs = [folder, inRoot('native/bench'), inRoot('build/.addon-stamp')];
  const files = listFiles(inputs, (path) => path === `${folder}/build`);
  return contentHash(rootDir, files, [process.version, process.arch]);
}

/** Compiles it when its sources or the engine's changed. Needs the engine to be built. */
export async function buildPeers(progress) {
  if (existsSync(addonFile) && readStamp(stampFile) === currentStamp()) return;
  clearStamp(stampFile);
  const args = [inRoot('node_modules/node-gyp/bin/node-gyp.js'), 'configure', 'build', '--jobs=2'];
  const prefix = headersPrefix();
  if (prefix !== undefined) args.push(`--nodedir=${prefix}`);
  await runStep(progress, {
    title: 'Compiling the peers of the benchmark',
    command: process.execPath,
    args,
    cwd: folder,
    log: 'bench-peers.log',
  });
  writeStamp(stampFile, currentStamp());
}
