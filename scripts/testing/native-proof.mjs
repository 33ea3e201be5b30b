/**
 * Which folders of the native sources are proven as they are: `npm run proof` writes the hash of their content into
 * native/proven.json, which is committed, and continuous integration repeats a proof only for folders that changed since.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { inRoot, rootDir } from '../setup/paths.mjs';
import { contentHash, listFiles } from '../setup/stamps.mjs';
import { runNativeTests } from './native-tests.mjs';
import { runQuietStep } from './programs.mjs';

const file = inRoot('native/proven.json');
const CORE = 'native/core';

/** Folders whose objects several threads share. */
const SHARED_BY_THREADS = ['index', 'search', 'retrieval', 'shards'].map((name) => `${CORE}/${name}`);

const isSource = (path) => /\.(cc|h)$/.test(path);

/** Every folder that is proven on its own. */
function foldersToProve() {
  const core = readdirSync(inRoot(CORE), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${CORE}/${name}`);
  return [...core, 'native/binding', 'packages/bench/native', 'native/fuzz', 'native/test'];
}

const contentOf = (folder) => contentHash(rootDir, listFiles([inRoot(folder)]).filter(isSource));

function readProven() {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

/** @param {'sanitizers' | 'threads' | 'tidy'} proof */
function changedFolders(proof) {
  const proven = readProven()[proof] ?? {};
  return foldersToProve().filter((folder) => proven[folder] !== contentOf(folder));
}

/** Whether all native tests have passed under sanitizers on the sources as they are. */
export const areNativeTestsProven = () => changedFolders('sanitizers').length === 0;

/** Remembers that a proof held for the native sources as they are. */
export function writeProven(proof) {
  const proven = Object.fromEntries(foldersToProve().map((folder) => [folder, contentOf(folder)]));
  writeFileSync(file, `${JSON.stringify({ ...readProven(), [proof]: proven }, null, 2)}\n`);
}

/** The option that runs the tests of these folders alone. */
const testsOf = (folders) => ['--', `-sf=${folders.map((folder) => `*${folder}/*`).join(',')}`];

/** Lints native sources by clang-tidy, all of them unless folders are named; these only where it is installed. */
export async function lintNative(report, folders = []) {
  const which = folders.length === 0 ? ['--required'] : ['--only', folders.join(',')];
  const title = folders.length === 0 ? 'Lint of C++' : `Lint of C++ in ${folders.length} changed folders`;
  const { isGood } = await runQuietStep(report.progress, title, [
    'scripts/testing/lint-native.mjs',
    ...which,
  ]);
  report.addCheck(title, isGood);
  return isGood;
}

/** Runs sanitizers, ThreadSanitizer and clang-tidy for what changed since the last proof. */
export async function proveChangedFolders(report) {
  const unsafe = changedFolders('sanitizers').filter((folder) => !/binding|bench/.test(folder));
  if (unsafe.length > 0) {
    const title = `Native tests of ${unsafe.length} changed folders under sanitizers`;
    await runNativeTests(report, title, ['--sanitize', ...testsOf(unsafe)], true);
  }
  const racing = changedFolders('threads').filter((folder) => SHARED_BY_THREADS.includes(folder));
  if (racing.length > 0) {
    const title = `Native tests of ${racing.length} changed folders under ThreadSanitizer`;
    await runNativeTests(report, title, ['--threads', ...testsOf(racing)], true);
  }
  const unlinted = changedFolders('tidy');
  if (unlinted.length > 0) await lintNative(report, unlinted);
}
