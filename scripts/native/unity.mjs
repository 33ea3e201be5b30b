/**
 * Sources that are compiled together: one file for each folder, which includes what lies in it. Most of the time goes into
 * reading the headers of OpenCV and of the standard library, and together they are read once for a folder.
 */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rootDir } from '../setup/paths.mjs';
import { nativeSources } from './sources.mjs';

/** Each target of the fuzzer gives its functions the same names, on purpose. */
const STANDS_ALONE = /^native\/fuzz\//;

/** Paths in the includes are those that the sources themselves use. */
const includePath = (source) => source.replace(/^native\//, '');

const placeOf = (source) => (STANDS_ALONE.test(source) ? source.replace(/\.cc$/, '') : dirname(source));

/** Writes a file unless it says that already, so that an unchanged one is not compiled again. */
function writeChanged(file, text) {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/**
 * Writes the files of a program's sources.
 *
 * @param {string} kind as `nativeSources` knows it
 * @param {object} [options]
 * @param {string} [options.folder] of the project in which they are written
 * @param {string} [options.base] the project
 * @param {string[]} [options.sources] relative to the project
 * @returns {string[]} their paths relative to the project, the greatest first: it takes longest, and nothing else would be
 *   left to do beside it at the end
 */
export function writeUnitySources(
  kind,
  { folder = 'build/unity', base = rootDir, sources = nativeSources(kind) } = {},
) {
  const places = Map.groupBy(sources, placeOf);
  const files = [...places].map(([place, members]) => {
    const path = join(folder, kind, `${place.replace(/^native\//, '').replaceAll('/', '_')}.cc`);
    writeChanged(join(base, path), members.map((source) => `#include "${includePath(source)}"\n`).join(''));
    const bytes = members.reduce((sum, source) => sum + statSync(join(base, source)).size, 0);
    return { path, bytes };
  });
  return files.sort((a, b) => b.bytes - a.bytes).map(({ path }) => path);
}
