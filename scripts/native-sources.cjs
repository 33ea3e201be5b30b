/**
 * Which C++ files belong to which program: found by their places and names, so that a file added is built by
 * itself. Plain CommonJS without dependencies: binding.gyp asks it before node_modules exists.
 *
 *   node scripts/native-sources.cjs core|binding     paths relative to the project, one a line
 *
 *   core      native/core, all but its tests: the engine
 *   binding   native/binding: the addon
 *   test      …_test.cc of native/core (beside what they test) and native/fuzz, and native/test
 *   fuzz      native/fuzz: the targets, and what they take from the tests
 *   bench     native/bench, and the reader of its pictures
 */
const { readdirSync } = require('node:fs');
const { join, relative, sep } = require('node:path');

const root = join(__dirname, '..');

/** The .cc files below a folder, sorted. */
function filesBelow(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.cc'))
    .map((entry) =>
      relative(root, join(entry.parentPath ?? entry.path, entry.name))
        .split(sep)
        .join('/'),
    )
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
};

/** @param {'core' | 'binding' | 'test' | 'fuzz' | 'bench'} kind */
function nativeSources(kind) {
  return LISTS[kind]();
}

module.exports = { nativeSources };

if (require.main === module) {
  const kind = process.argv[2] ?? '';
  if (!Object.hasOwn(LISTS, kind)) {
    process.stderr.write(`usage: node scripts/native-sources.cjs ${Object.keys(LISTS).join('|')}\n`);
    process.exit(2);
  }
  process.stdout.write(`${nativeSources(kind).join('\n')}\n`);
}
