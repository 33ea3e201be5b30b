/** The benchmark's own addon: peers to compare with, and simulated references. Never part of the product. */
import { existsSync, mkdirSync } from 'node:fs';
import { nativeSources } from '../native-sources.mjs';
import { linkAddon } from './addon.mjs';
import { compileAll, engineFlags, nodeApiFlags } from './cpp.mjs';
import { findOpenCv } from './opencv.mjs';
import { inRoot, rootDir } from './paths.mjs';
import { clearStamp, contentHash, listFiles, readStamp, writeStamp } from './stamps.mjs';

const folder = inRoot('bench/peers/native');
const addonFile = `${folder}/build/Release/bench_peers.node`;
const stampFile = `${folder}/build/.stamp`;

function currentStamp() {
  const inputs = [
    folder,
    inRoot('native/bench'),
    inRoot('scripts/setup/peers.mjs'),
    inRoot('build/.addon-stamp'),
  ];
  const files = listFiles(inputs, (path) => path === `${folder}/build`);
  return contentHash(rootDir, files, [process.arch]);
}

async function build(tell) {
  const openCv = findOpenCv();
  const flags = [...engineFlags(openCv), ...nodeApiFlags()];
  mkdirSync(`${folder}/build/Release`, { recursive: true });
  const objects = await compileAll(nativeSources('peers'), {
    folder: `${folder}/build/objects`,
    flagsOf: () => flags,
    header: 'native/binding/precompiled.h',
    tell,
  });
  await linkAddon(addonFile, objects, openCv);
}

/** Compiles it when its sources or the engine's changed. Needs the engine to be built. */
export async function buildPeers(progress) {
  if (existsSync(addonFile) && readStamp(stampFile) === currentStamp()) return;
  clearStamp(stampFile);
  const step = progress.start('Compiling the peers of the benchmark');
  try {
    await build((source) => step.tell(source));
  } catch (error) {
    step.failed();
    throw error;
  }
  step.done();
  writeStamp(stampFile, currentStamp());
}
