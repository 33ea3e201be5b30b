/**
 * Stamps: a small file that remembers the content a product was built from, so that a second run does
 * nothing. Content is hashed instead of dates compared, because a fresh checkout changes every date.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * Every file below the given paths, sorted, without those that `ignore` accepts. Paths that do not exist
 * are left out.
 *
 * @param {string[]} paths
 * @param {(path: string) => boolean} ignore
 */
export function listFiles(paths, ignore = () => false) {
  const files = [];
  const visit = (path) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats || ignore(path)) return;
    if (!stats.isDirectory()) {
      files.push(path);
      return;
    }
    for (const name of readdirSync(path)) visit(join(path, name));
  };
  for (const path of paths) visit(path);
  return files.sort();
}

/**
 * Hash of the names and contents of files, together with facts that matter as much as content (versions,
 * folders of libraries).
 *
 * @param {string} baseDir names are taken relative to it, so that a moved clone keeps its stamps
 * @param {string[]} files
 * @param {string[]} facts
 */
export function contentHash(baseDir, files, facts = []) {
  const hash = createHash('sha256');
  for (const fact of facts) hash.update(`${fact}\0`);
  for (const file of files) {
    const content = readFileSync(file);
    hash.update(`${relative(baseDir, file)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** The value remembered in a stamp file, or undefined. */
export function readStamp(file) {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}

/** Remembers a value. Call it only once the product is complete. */
export function writeStamp(file, value) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${value}\n`);
}

/** Forgets a value: the first act of every build, so that an interrupted one is repeated. */
export function clearStamp(file) {
  rmSync(file, { force: true });
}
