/**
 * Puts what a server needs to run into a folder, and nothing that builds or tests it: `bin/loupe-node scripts/pack.mjs FOLDER`.
 * The clone must be set up. Image and package builds take their files from there.
 */
import './node/require.cjs';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { inRoot, rootDir } from './setup/paths.mjs';

const PARTS = [
  'package.json',
  'LICENSE',
  'README.md',
  'bin',
  'scripts/node',
  'dist/src',
  'dist/schema',
  'dist/console',
  'dist/guide',
  'build/Release/loupe.node',
  'native/assets',
];

/** Folders of the npm packages that the server imports, with theirs; not those of what builds it. */
function packagesToRun() {
  const list = execFileSync('npm', ['ls', '--omit=dev', '--all', '--parseable', '--no-workspaces'], {
    cwd: rootDir,
    encoding: 'utf8',
    // Peers that are there in another version are told on standard error, and are no matter here.
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return list
    .split('\n')
    .filter((path) => path !== '' && path !== rootDir && existsSync(path))
    .map((path) => relative(rootDir, path));
}

const target = process.argv[2];
if (target === undefined || (existsSync(target) && readdirSync(target).length > 0)) {
  process.stderr.write('Name a folder that is not there yet: bin/loupe-node scripts/pack.mjs FOLDER\n');
  process.exit(2);
}
const missing = PARTS.filter((part) => !existsSync(inRoot(part)));
if (missing.length > 0) {
  process.stderr.write(`The clone is not set up: ${missing.join(', ')} is missing. Run: npm run setup\n`);
  process.exit(1);
}
const out = resolve(target);
for (const part of [...PARTS, ...packagesToRun()]) {
  mkdirSync(dirname(join(out, part)), { recursive: true });
  cpSync(inRoot(part), join(out, part), {
    recursive: true,
    verbatimSymlinks: true,
    // A package's own packages are in the list where they are needed.
    filter: (from) => !from.slice(rootDir.length + part.length + 1).includes('/node_modules'),
  });
}
