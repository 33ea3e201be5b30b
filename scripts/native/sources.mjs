/**
 * Which C++ files belong to which program: found by their places and names, so that a file added is built by
 * itself.
 *
 *   core      native/core, all but its tests: the engine; native/stand_ins, where OpenCV is linked into it
 *   binding   native/binding: the addon
 *   test      …_test.cc of native/core (beside what they test) and native/fuzz, native/test, and the targets of `fuzz`
 *   fuzz      native/fuzz: the targets, and what they take from the tests
 *   bench     packages/bench/native, and the reader of its pictures
 *   trainer   native/tools: what makes the vocabulary
 *   wasm      native/wasm, and the folders of native/core through which a search goes: the module of browsers
 *   peers     packages/bench/benchmark/peers/native, and the references that it simulates
 */
import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { findOpenCv } from '../setup/opencv.mjs';
import { rootDir } from '../setup/paths.mjs';
import { listFiles } from '../setup/stamps.mjs';

/** The .cc files below a folder, sorted. */
function filesBelow(folder) {
  return readdirSync(join(rootDir, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.cc'))
    .map((entry) => relative(rootDir, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

const isTest = (path) => path.endsWith('_test.cc');

const fuzzTargets = () => [
  ...filesBelow('native/fuzz').filter((path) => /(_target|mutate)\.cc$/.test(path)),
  'native/test/index_fixtures.cc',
];

/** Folders of native/core that a search in a browser goes through, and sources of them that need files, libjpeg or OpenCV. */
const SEARCH_FOLDERS = [
  ...['base', 'simd', 'image', 'features', 'signature', 'geometry', 'index'],
  ...['retrieval', 'matching', 'registration', 'content', 'verification', 'search'],
];
const NOT_IN_BROWSERS = new RegExp(
  `/core/(${[
    'base/file_io|image/(raster_mat|jpeg_decoder)|features/grade|index/snapshot\\w*|signature/thumbnail',
    'registration/(alignment|correlation|cubic_warp|fourier_mellin|full_size|registration)',
    'content/(detail|level)_difference',
  ].join('|')})\\.cc$`,
);
/** Kernels of the module that tests compare with OpenCV; beside them stand its own names, which they must not meet. */
const STANDS_FOR_OPENCV = /\/stand_ins\.cc$/;

const LISTS = {
  core: () => [
    ...filesBelow('native/core').filter((path) => !isTest(path)),
    ...(findOpenCv()?.isArchive ? filesBelow('native/stand_ins') : []),
  ],
  binding: () => filesBelow('native/binding'),
  test: () => [
    ...new Set([
      ...filesBelow('native/core').filter(isTest),
      ...filesBelow('native/fuzz').filter(isTest),
      ...filesBelow('native/test'),
      ...filesBelow('native/wasm/opencv').filter((path) => !STANDS_FOR_OPENCV.test(path)),
      ...fuzzTargets(),
    ]),
  ],
  fuzz: fuzzTargets,
  bench: () => [...filesBelow('packages/bench/native'), 'native/tools/gray_files.cc'],
  trainer: () =>
    ['gray_files', 'train_vocabulary', 'vocabulary_trainer'].map((name) => `native/tools/${name}.cc`),
  wasm: () => [
    ...SEARCH_FOLDERS.flatMap((folder) => filesBelow(`native/core/${folder}`)).filter(
      (path) => !isTest(path) && !NOT_IN_BROWSERS.test(path),
    ),
    ...filesBelow('native/wasm').filter((path) => !isTest(path)),
  ],
  peers: () => [
    ...filesBelow('packages/bench/benchmark/peers/native'),
    'packages/bench/native/simulated_references.cc',
    'packages/bench/native/simulated_segment.cc',
    'packages/bench/native/stranger_distances.cc',
  ],
};

/**
 * @param {'core' | 'binding' | 'test' | 'fuzz' | 'bench' | 'trainer' | 'wasm' | 'peers'} kind
 * @returns {string[]} paths relative to the project
 */
export function nativeSources(kind) {
  return LISTS[kind]();
}

/** All files that the module of browsers is made of, headers included; what it says of its sources is their hash. */
export function wasmFiles() {
  const folders = [...SEARCH_FOLDERS.map((folder) => `native/core/${folder}`), 'native/wasm'];
  return folders
    .flatMap((folder) => listFiles([join(rootDir, folder)]))
    .filter(
      (path) => /\.(cc|h)$/.test(path) && !isTest(path) && !NOT_IN_BROWSERS.test(path.split(sep).join('/')),
    )
    .sort();
}
