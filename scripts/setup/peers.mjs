/** The benchmark's own addon: peers to compare with, and simulated references. Never part of the product. */
import { existsSync } from 'node:fs';
import { buildPrograms } from '../native/programs.mjs';
import { inRoot, rootDir } from './paths.mjs';
import { clearStamp, contentHash, listFiles, readStamp, writeStamp } from './stamps.mjs';

const addonFile = inRoot('build/Release/bench_peers.node');
const stampFile = inRoot('build/.peers-stamp');

function currentStamp() {
  const inputs = [
    'packages/bench/benchmark/peers/native',
    'packages/bench/native',
    'scripts/setup/peers.mjs',
    'build/.addon-stamp',
  ];
  return contentHash(rootDir, listFiles(inputs.map((path) => inRoot(path))), [process.arch]);
}

/** Compiles it when its sources or the engine's changed. Needs the engine to be built. */
export async function buildPeers(progress) {
  if (existsSync(addonFile) && readStamp(stampFile) === currentStamp()) return;
  clearStamp(stampFile);
  await buildPrograms(progress, ['bench_peers'], { title: 'Compiling the peers of the benchmark' });
  writeStamp(stampFile, currentStamp());
}
