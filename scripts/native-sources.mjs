/**
 * Which C++ files belong to which program: found by their places and names, so that a file added is built by
 * itself.
 *
 *   core      native/core, all but its tests: the engine
 *   binding   native/binding: the addon
 *   test      …_test.cc of native/core (beside what they test) and native/fuzz, and native/test
 *   fuzz      native/fuzz: the targets, and what they take from the tests
 *   bench     native/bench, and the reader of its pictures
 *   peers     bench/peers/native, and the references that it simulates
 */
import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { rootDir } from './setup/paths.mjs';

/** The .cc files below a folder, sorted. */
function filesBelow(folder) {
  return readdirSync(join(rootDir, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.cc'))
    .map((entry) => relative(rootDir, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

const isTest = (path) => path.endsWith('_test.cc');

const LISTS = {
  core: () => filesBelow('native/core').filter((path) => !isTest(path)),
  binding: () => filesBelow('native/binding'),
  test: () => [
    ...filesBelow('native/core').filter(isTest),
    ...filesBelow('native/fuzz').filter(isTest),
    ...filesBelow('native/test'),
  ],
  fuzz: () => [
    ...filesBelow('native/fuzz').filter((path) => /(_target|mutate)\.cc$/.test(path)),
    'native/test/index_fixtures.cc',
  ],
  bench: () => [...filesBelow('native/bench'), 'native/tools/gray_files.cc'],
  peers: () => [
    ...filesBelow('bench/peers/native'),
    'native/bench/simulated_references.cc',
    'native/bench/simulated_segment.cc',
    'native/bench/stranger_distances.cc',
  ],
};

/**
 * @param {'core' | 'binding' | 'test' | 'fuzz' | 'bench' | 'peers'} kind
 * @returns {string[]} paths relative to the project
 */
export function nativeSources(kind) {
  return LISTS[kind]();
}
