/**
 * Makes the npm package of the engine: its modules in one file, the addon of this system with the libraries that it
 * needs, the prebuilt ones of other systems, and the sources to compile it elsewhere. Installs and compiles what that takes.
 *
 *   bin/loupe-node scripts/packages/pack-engine.mjs FOLDER    FOLDER/loupe-print-engine-VERSION.tgz
 */
import '../node/require.cjs';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { librariesOf } from '../pack/libraries.mjs';
import { npmTarball, targetFolder } from '../pack/tarball.mjs';
import { setUpToPack } from '../setup.mjs';
import { runCommand } from '../setup/command.mjs';
import { cacheDir, inRoot } from '../setup/paths.mjs';
import { currentSystems, hashOf, readNote, systemName, unpacked } from '../setup/prebuilt.mjs';
import { createProgress } from '../setup/progress.mjs';
import { runStep, SetupError } from '../setup/run.mjs';

const ADDON = 'build/Release/loupe.node';
const PACKAGE = 'packages/engine';
const ENTRIES = ['index', 'internals'].map((name) => inRoot(PACKAGE, `src/${name}.ts`));

/** What compiles the engine where there is no prebuilt one. */
const SOURCES = [
  'binding.gyp',
  'native/assets',
  'native/binding',
  'native/core',
  'scripts/native/ask.mjs',
  'scripts/native/flags.mjs',
  'scripts/native/sources.mjs',
  'scripts/native/unity.mjs',
  'scripts/setup/opencv.mjs',
  'scripts/setup/paths.mjs',
];
/** Headers alone: they come within the package. */
const HEADERS = ['node-addon-api', 'node-api-headers'];

function copy(folder, from, to = from) {
  mkdirSync(dirname(join(folder, to)), { recursive: true });
  const isPacked = (path) => !path.endsWith('_test.cc');
  cpSync(realpathSync(inRoot(from)), join(folder, to), { recursive: true, filter: isPacked });
}

/** `src/engine-host/addon-place.ts` finds the engine of a clone; the package has its own. */
const addonOfThePackage = {
  name: 'addon of the package',
  enforce: 'pre',
  resolveId: (source) =>
    source.endsWith('/addon-place.js') ? inRoot(PACKAGE, 'src/addon-place.ts') : undefined,
};

async function writeModules(folder) {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: inRoot(PACKAGE),
    plugins: [addonOfThePackage],
    ssr: { noExternal: true, external: ['sharp'] },
    build: {
      ssr: true,
      outDir: join(folder, 'dist'),
      target: 'node20',
      emptyOutDir: true,
      minify: false,
      rollupOptions: {
        input: ENTRIES,
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  });
}

async function writeTypes(progress, folder) {
  const compiler = inRoot('node_modules/typescript-7/bin/tsc');
  const config = join(folder, 'tsconfig.json');
  const settings = {
    extends: inRoot('tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      allowJs: false,
      declaration: true,
      emitDeclarationOnly: true,
      stripInternal: true,
      rootDir: inRoot(),
      outDir: join(folder, 'dist/types'),
      typeRoots: [inRoot('node_modules/@types')],
    },
    files: ENTRIES,
    include: [],
  };
  writeFileSync(config, JSON.stringify(settings));
  await runStep(progress, {
    title: 'Compiling the types of the package',
    command: process.execPath,
    args: [compiler, '-p', config],
    log: 'engine-types.log',
  });
  rmSync(config);
}

/** The engine of this system, and those of other systems that were made of the present sources. */
function writeAddons(folder) {
  const own = `prebuilds/${process.platform}-${process.arch}`;
  copy(folder, ADDON, `${own}/loupe.node`);
  // Where the addon looks for its libraries first (binding.gyp).
  for (const [name, path] of librariesOf(inRoot(ADDON)))
    cpSync(realpathSync(path), join(folder, own, 'lib', name));
  for (const system of currentSystems().filter((name) => name !== systemName())) {
    const addon = unpacked(system);
    if (hashOf(addon) !== readNote(system).addon)
      throw new SetupError(`The prebuilt engine of ${system} is damaged: git checkout prebuilt`);
    mkdirSync(join(folder, 'prebuilds', system), { recursive: true });
    writeFileSync(join(folder, 'prebuilds', system, 'loupe.node'), addon, { mode: 0o755 });
  }
}

function writePackage(folder) {
  const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  const described = JSON.parse(readFileSync(inRoot(PACKAGE, 'package.json'), 'utf8'));
  const versionOf = (name) =>
    JSON.parse(readFileSync(inRoot('node_modules', name, 'package.json'), 'utf8')).version;
  const packed = {
    ...described,
    version,
    gypfile: false,
    scripts: { install: 'node install.cjs' },
    dependencies: Object.fromEntries(HEADERS.map((name) => [name, versionOf(name)])),
    bundleDependencies: HEADERS,
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(packed, null, 2)}\n`);
}

async function pack(progress, target) {
  mkdirSync(cacheDir, { recursive: true });
  const folder = mkdtempSync(join(cacheDir, 'engine-'));
  try {
    await writeModules(folder);
    await writeTypes(progress, folder);
    writeAddons(folder);
    for (const part of SOURCES) copy(folder, part);
    for (const name of HEADERS) copy(folder, `node_modules/${name}`);
    for (const file of ['install.cjs', 'README.md']) copy(folder, `${PACKAGE}/${file}`, file);
    copy(folder, 'LICENSE');
    writePackage(folder);
    process.stdout.write(`${await npmTarball(folder, target)}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await runCommand(async () => {
  const target = targetFolder('npm run pack:engine -- FOLDER');
  // Standard output is for the path of the package alone.
  const progress = createProgress(process.stderr);
  await setUpToPack(progress, { withEngine: true });
  await pack(progress, target);
});
