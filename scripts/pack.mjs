/**
 * Puts what a server needs to run into a folder, and nothing that builds or tests it, or into an archive. The clone must be set
 * up. Image and package builds take their files from there.
 *
 *   bin/loupe-node scripts/pack.mjs FOLDER              a folder that is not there yet
 *   bin/loupe-node scripts/pack.mjs --archive FOLDER    FOLDER/loupe-VERSION-SYSTEM.tar.gz, with the demonstration
 *
 * The libraries that the engine needs lie beside it: where the program is unpacked there need be nothing but Node.
 */
import './node/require.cjs';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { librariesOf } from './pack/libraries.mjs';
import { packagesToRun } from './setup/locked-packages.mjs';
import { writeManifest } from './pack/manifest.mjs';
import { isNeededToRun, thisSystem } from './pack/packages.mjs';
import { packFolder } from './release/archive.mjs';
import { isAddonCurrent } from './setup/addon.mjs';
import { inRoot, rootDir } from './setup/paths.mjs';

const ENGINE = 'build/Release/loupe.node';
/** Where the engine looks for its libraries first (binding.gyp). */
const LIBRARIES = 'build/Release/lib';

const SERVER = [
  'package.json',
  'LICENSE',
  'NOTICE',
  'README.md',
  'bin',
  'scripts/node',
  'dist/src',
  'dist/schema',
  'dist/console',
  'dist/guide',
  ENGINE,
  'native/assets',
  'packages/engine-wasm/module',
];

/** What `bin/start` runs beside. */
const DEMONSTRATION = [
  'dist/demo',
  'scripts/start.mjs',
  'scripts/setup.mjs',
  'scripts/setup',
  'scripts/native',
  'scripts/pack',
];

function endWith(code, sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(code);
}

/** Folders of the npm packages that a server needs. */
function lockedPackages() {
  const lock = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
  return packagesToRun(lock).filter((path) => existsSync(inRoot(path)));
}

function copyLibraries(folder) {
  const libraries = librariesOf(inRoot(ENGINE));
  mkdirSync(join(folder, LIBRARIES), { recursive: true });
  for (const [name, path] of libraries) cpSync(realpathSync(path), join(folder, LIBRARIES, name));
  return [...libraries.keys()].sort().map((name) => `${LIBRARIES}/${name}`);
}

/** Copies a part of the clone, without what `isPart` refuses by its path in there. */
function copy(folder, part, isPart = () => true) {
  mkdirSync(dirname(join(folder, part)), { recursive: true });
  cpSync(inRoot(part), join(folder, part), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (from) => isPart(from.slice(rootDir.length + part.length + 1)),
  });
}

function packInto(folder, parts) {
  const missing = parts.filter((part) => !existsSync(inRoot(part)));
  if (missing.length > 0)
    endWith(1, `The clone is not set up: ${missing.join(', ')} is missing. Run: npm run setup`);
  if (!isAddonCurrent()) endWith(1, 'The engine is not the one of these sources. Run: npm run setup');
  for (const part of parts) copy(folder, part);
  const system = thisSystem();
  // A package's own packages are in the list where they are needed.
  const isPart = (path) => !path.includes('/node_modules') && isNeededToRun(path, system);
  for (const part of lockedPackages()) copy(folder, part, isPart);
  writeManifest(folder, [ENGINE, ...copyLibraries(folder)]);
}

/** The archive appears complete or not at all. */
function packArchive(folder) {
  const { name, version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  const title = `${name}-${version}-${process.platform}-${process.arch}`;
  mkdirSync(folder, { recursive: true });
  const draft = mkdtempSync(join(folder, '.draft-'));
  try {
    packInto(join(draft, title), [...SERVER, ...DEMONSTRATION]);
    const archive = join(folder, `${title}.tar.gz`);
    packFolder(archive, draft, title);
    process.stdout.write(`${archive}\n`);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

const { values, positionals } = parseArgs({
  options: { archive: { type: 'string' } },
  allowPositionals: true,
});
const [target] = positionals;
if (values.archive !== undefined) {
  packArchive(resolve(values.archive));
} else if (target === undefined || (existsSync(target) && readdirSync(target).length > 0)) {
  endWith(2, 'Name a folder that is not there yet: bin/loupe-node scripts/pack.mjs FOLDER');
} else {
  packInto(resolve(target), SERVER);
}
