/**
 * Which Node is new enough. Runs before node_modules exists and on any Node that somebody may have: plain
 * CommonJS in the language of 2018, here and in the files it is used by.
 */
const { readFileSync } = require('fs');
const { join } = require('path');

/** Older ones cannot even run the npm that brings a newer Node. */
const OLDEST_LAUNCHER_MAJOR = 18;

const rootDir = join(__dirname, '..', '..');

/** The oldest Node that Loupe runs with, as package.json says it in `engines`: "22.17". */
function oldestVersion() {
  const text = JSON.parse(readFileSync(join(rootDir, 'package.json'), 'utf8')).engines.node;
  return text.replace(/^>=/, '');
}

/** Whether a version is `oldest` or newer; parts that `oldest` does not name do not count. */
function isAtLeast(version, oldest) {
  const own = version.split('.').map(Number);
  const wanted = oldest.split('.').map(Number);
  const differing = wanted.findIndex((part, i) => own[i] !== part);
  return differing < 0 || own[differing] > wanted[differing];
}

module.exports = { isAtLeast, oldestVersion, OLDEST_LAUNCHER_MAJOR, rootDir };
