/** dist/: the TypeScript as JavaScript, with the files it reads at run time. Made again when a source changed. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { distDir, inRoot, rootDir } from './paths.mjs';
import { SetupError } from './run.mjs';
import { contentHash, listFiles, readStamp, writeStamp } from './stamps.mjs';

const sourceDirs = [inRoot('src'), inRoot('schema'), inRoot('demo')];
/** Programs beside the server, of which only the TypeScript is taken. */
const besideDirs = [inRoot('packages/bench'), inRoot('packages/engine/src')];
const stampFile = join(distDir, '.stamp');

/** Their own builds fill them. */
const SITES = ['console', 'guide'];

/** What runs by tsx in a clone alone, and what is no source. */
const NOT_BUILT = /\/(build|node_modules)$|\/packages\/bench\/(platform|test)$/;

const isTypeScript = (file) => /\.[cm]?tsx?$/.test(file);
const isDeclaration = (file) => file.endsWith('.d.ts');

const filesBeside = () => listFiles(besideDirs, (path) => NOT_BUILT.test(path)).filter(isTypeScript);

function currentStamp() {
  const settings = ['package-lock.json', 'scripts/setup/typescript.mjs'].map((name) => inRoot(name));
  return contentHash(rootDir, [...listFiles([...sourceDirs, ...settings]), ...filesBeside()]);
}

/** Whether dist/ belongs to the present sources. */
export function isTypeScriptCurrent() {
  return readStamp(stampFile) === currentStamp();
}

/** Gives the compiled engine the name of its package, by which compiled programs beside the server ask for it. */
function nameEngine() {
  const place = join(distDir, 'node_modules/@loupe-print/engine');
  const exported = { '.': 'index', './internals': 'internals' };
  mkdirSync(place, { recursive: true });
  for (const name of Object.values(exported))
    writeFileSync(join(place, `${name}.js`), `export * from '../../../packages/engine/src/${name}.js';\n`);
  const exports = Object.fromEntries(Object.entries(exported).map(([path, name]) => [path, `./${name}.js`]));
  writeFileSync(join(place, 'package.json'), JSON.stringify({ type: 'module', exports }));
}

/** The place of a source in dist/, with its folder. */
function placeOf(source) {
  const place = join(distDir, relative(rootDir, source));
  mkdirSync(dirname(place), { recursive: true });
  return place;
}

async function writeJavaScript(source, transform) {
  const { code, map } = await transform(readFileSync(source, 'utf8'), source, {
    lang: 'ts',
    target: 'es2022',
    sourcemap: true,
    tsconfig: false,
    // As `verbatimModuleSyntax` says in tsconfig.json.
    typescript: { onlyRemoveTypeImports: true },
  });
  const place = placeOf(source).replace(/ts$/, 'js');
  const found = { ...map, sources: [relative(dirname(place), source)], sourcesContent: undefined };
  writeFileSync(`${place}.map`, JSON.stringify(found));
  writeFileSync(place, `${code}\n//# sourceMappingURL=${place.slice(dirname(place).length + 1)}.map\n`);
}

/**
 * Fills an empty dist/, so that no deleted source lives on there. Types are taken out and not checked: `npm test` checks
 * them by the compiler itself, which is as large as a tenth of what `npm start` installs.
 *
 * @throws SetupError that names the file and the line of what is no TypeScript
 */
export async function buildTypeScript(progress) {
  const stamp = currentStamp();
  const step = progress.start('Compiling the TypeScript');
  mkdirSync(distDir, { recursive: true });
  for (const name of readdirSync(distDir).filter((name) => !SITES.includes(name))) {
    rmSync(join(distDir, name), { recursive: true, force: true });
  }
  const files = [...listFiles(sourceDirs), ...filesBeside()];
  try {
    // The bundler of the console has it within.
    const { transformWithOxc } = await import('vite');
    const sources = files.filter((path) => isTypeScript(path) && !isDeclaration(path));
    for (const source of sources) await writeJavaScript(source, transformWithOxc);
  } catch (error) {
    step.failed();
    throw new SetupError(error.message, { cause: error });
  }
  for (const file of files.filter((path) => !isTypeScript(path))) copyFileSync(file, placeOf(file));
  nameEngine();
  writeStamp(stampFile, stamp);
  step.done();
}
