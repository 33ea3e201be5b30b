/**
 * Formats the C++ sources (--write) or lists those that are not formatted (--check). clang-format's layout
 * differs between versions, so only the version the sources are kept with counts; without it the check is
 * left out and says so.
 */
import { spawnSync } from 'node:child_process';
import { inRoot } from '../setup/paths.mjs';
import { findProgram } from '../setup/run.mjs';
import { listFiles } from '../setup/stamps.mjs';

const VERSION = 14;

/** The clang-format of the right version, or undefined. */
function clangFormat() {
  for (const name of [`clang-format-${VERSION}`, 'clang-format']) {
    const program = findProgram(name);
    if (!program) continue;
    const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
    if (stdout.includes(`version ${VERSION}.`)) return program;
  }
  return undefined;
}

const program = clangFormat();
const isOurs = (path) => !path.includes('third_party') && !path.includes('/build/');
const isOfPackage = (path) => path.endsWith('/node_modules');
const files = listFiles([inRoot('native'), inRoot('packages/bench')], isOfPackage).filter(
  (path) => /\.(cc|h)$/.test(path) && isOurs(path),
);
if (!program) {
  console.log(`C++ formatting not checked: clang-format ${VERSION} is not installed.`);
} else if (files.length > 0) {
  const mode = process.argv.includes('--write') ? ['-i'] : ['--dry-run', '--Werror'];
  const { status } = spawnSync(program, [...mode, ...files], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
