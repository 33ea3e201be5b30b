/** Whether a commit can be released under a tag: asked before anything is made. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError } from '../setup/run.mjs';

const MANIFESTS = [
  'package.json',
  'console/package.json',
  'demo/package.json',
  'packages/bench/package.json',
  'packages/client/package.json',
  'packages/engine/package.json',
  'packages/engine-wasm/package.json',
  'packages/scan/package.json',
  'scripts/package.json',
];

const read = (root, path) => readFileSync(join(root, path), 'utf8');

/** The versions that a tree says of itself, by the file that says so. */
export function versionsIn(root) {
  const ofPackages = MANIFESTS.map((path) => [path, JSON.parse(read(root, path)).version]);
  const chart = 'deploy/helm/loupe/Chart.yaml';
  const ofChart = /^version: (.+)$/m.exec(read(root, chart))?.[1];
  const lock = JSON.parse(read(root, 'package-lock.json')).version;
  return new Map([...ofPackages, [chart, ofChart], ['package-lock.json', lock]]);
}

/**
 * The notes of a version, as CHANGELOG.md says.
 *
 * @returns {string | undefined} undefined where it says nothing of that version
 */
export function notesOf(changelog, version) {
  const begin = `## ${version}\n`;
  const at = `\n${changelog}`.indexOf(`\n${begin}`);
  if (at < 0) return undefined;
  const rest = changelog.slice(at + begin.length);
  const end = rest.search(/^## /m);
  return rest.slice(0, end < 0 ? rest.length : end).trim();
}

const partsOf = (version) => version.split('.').map(Number);

/** Whether a version is the one that may follow another: see "Versions" in CHANGELOG.md. */
function follows(version, previous, isBreaking) {
  const [major, minor, patch] = partsOf(version);
  const [majorBefore, minorBefore, patchBefore] = partsOf(previous);
  if (major !== majorBefore) return major > majorBefore;
  if (minor !== minorBefore) return minor > minorBefore && !(isBreaking && major > 0);
  return patch > patchBefore && !isBreaking;
}

/**
 * @param {object} release
 * @param {string} release.tag `v1.2.3`
 * @param {string | undefined} release.previous tag before it
 * @param {string} release.changelog the text of CHANGELOG.md
 * @param {Map<string, string | undefined>} release.versions as of `versionsIn`
 * @returns {{ version: string, notes: string }}
 * @throws SetupError that says in one sentence what does not fit
 */
export function checkRelease({ tag, previous, changelog, versions }) {
  if (!/^v\d+\.\d+\.\d+$/.test(tag ?? '')) {
    throw new SetupError(
      `${tag === undefined ? 'This commit has no tag' : `The tag ${tag} names no version`}: give it one like v1.2.3 (git tag v1.2.3).`,
    );
  }
  const version = tag.slice(1);
  for (const [file, said] of versions) {
    if (said === version) continue;
    throw new SetupError(`The tag ${tag} does not fit its version: ${file} says ${said}.`);
  }
  const notes = notesOf(changelog, version);
  if (notes === undefined || notes === '')
    throw new SetupError(
      `CHANGELOG.md says nothing of ${version}: put what is under "Unreleased" below "## ${version}".`,
    );
  if (previous === undefined) return { version, notes };
  const isBreaking = /^### Breaking$/m.test(notes);
  if (!follows(version, previous.slice(1), isBreaking)) {
    const why = isBreaking ? ', since it breaks something' : '';
    throw new SetupError(
      `${version} cannot follow ${previous.slice(1)}${why}: see "Versions" in CHANGELOG.md.`,
    );
  }
  return { version, notes };
}
