/**
 * Makes the npm package of the engine: its modules in one file, the addon of this system with the libraries that it
 * needs, and the sources to compile it elsewhere. The clone must be set up.
 *
 *   bin/loupe-node scripts/pack-engine.mjs FOLDER    FOLDER/loupe-print-engine-VERSION.tgz
 */
import './node/require.cjs';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { build } from 'vite';
import { npmCommand } from './node/bring.cjs';
import { librariesOf } from './pack/libraries.mjs';
import { isAddonCurrent } from './setup/addon.mjs';
import { cacheDir, inRoot } from './setup/paths.mjs';

const ADDON = 'build/Release/loupe.node';
const PACKAGE = 'packages/engine';

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

/** `src/vision/addon-place.ts` finds the engine of a clone; the package has its own. */
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
      ssr: inRoot(PACKAGE, 'src/index.ts'),
      outDir: join(folder, 'dist'),
      target: 'node20',
      emptyOutDir: true,
      minify: false,
      rollupOptions: { output: { entryFileNames: 'index.js', chunkFileNames: '[name].js' } },
    },
  });
}

function writeTypes(folder) {
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
    files: [inRoot(PACKAGE, 'src/index.ts')],
    include: [],
  };
  writeFileSync(config, JSON.stringify(settings));
  execFileSync(process.execPath, [compiler, '-p', config], { stdio: 'inherit' });
  rmSync(config);
}

function writeAddon(folder) {
  const prebuilds = `prebuilds/${process.platform}-${process.arch}`;
  copy(folder, ADDON, `${prebuilds}/loupe.node`);
  // Where the addon looks for its libraries first (binding.gyp).
  for (const [name, path] of librariesOf(inRoot(ADDON)))
    cpSync(realpathSync(path), join(folder, prebuilds, 'lib', name));
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

async function pack(target) {
  if (!isAddonCurrent()) throw new Error('The engine is not the one of these sources. Run: npm run setup');
  mkdirSync(cacheDir, { recursive: true });
  const folder = mkdtempSync(join(cacheDir, 'engine-'));
  try {
    await writeModules(folder);
    writeTypes(folder);
    writeAddon(folder);
    for (const part of SOURCES) copy(folder, part);
    for (const name of HEADERS) copy(folder, `node_modules/${name}`);
    for (const file of ['install.cjs', 'README.md']) copy(folder, `${PACKAGE}/${file}`, file);
    copy(folder, 'LICENSE');
    writePackage(folder);
    mkdirSync(target, { recursive: true });
    const [npm, ...first] = npmCommand(process.env);
    const silently = ['--silent', '--ignore-scripts', '--pack-destination', target];
    const name = execFileSync(npm, [...first, 'pack', ...silently], { cwd: folder, encoding: 'utf8' }).trim();
    process.stdout.write(`${join(target, name)}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const [target] = process.argv.slice(2);
if (target === undefined) {
  process.stderr.write('Name a folder for the package: bin/loupe-node scripts/pack-engine.mjs FOLDER\n');
  process.exit(2);
}
await pack(resolve(target));
