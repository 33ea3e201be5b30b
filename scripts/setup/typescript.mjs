/** dist/: the compiled TypeScript with the files it reads at run time. Rebuilt when a source changed. */
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { distDir, inRoot, rootDir } from './paths.mjs';
import { runStep } from './run.mjs';
import { contentHash, listFiles, readStamp, writeStamp } from './stamps.mjs';

const sourceDirs = [inRoot('src'), inRoot('schema'), inRoot('demo')];
const stampFile = join(distDir, '.stamp');

/** Their own builds fill them. */
const SITES = ['console', 'guide'];

const isTypeScript = (file) => /\.[cm]?tsx?$/.test(file);

function currentStamp() {
  const settings = ['tsconfig.json', 'tsconfig.build.json', 'package-lock.json'].map((name) => inRoot(name));
  const besides = listFiles([inRoot('packages/bench'), inRoot('packages/engine/src')], (path) =>
    /\/(build|node_modules)$/.test(path),
  ).filter(isTypeScript);
  return contentHash(rootDir, [...listFiles([...sourceDirs, ...settings]), ...besides]);
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

/**
 * Compiles into an empty dist/, so that no deleted source lives on there. Types are not checked here: `npm test` does
 * that, and a first look at Loupe need not wait for it.
 */
export async function buildTypeScript(progress) {
  const stamp = currentStamp();
  mkdirSync(distDir, { recursive: true });
  for (const name of readdirSync(distDir).filter((name) => !SITES.includes(name))) {
    rmSync(join(distDir, name), { recursive: true, force: true });
  }
  await runStep(progress, {
    title: 'Compiling the TypeScript',
    command: process.execPath,
    args: [inRoot('node_modules/typescript-7/bin/tsc'), '-p', 'tsconfig.build.json', '--noCheck'],
    log: 'typescript.log',
  });
  for (const file of listFiles(sourceDirs).filter((path) => !isTypeScript(path))) {
    const copy = join(distDir, relative(rootDir, file));
    mkdirSync(dirname(copy), { recursive: true });
    copyFileSync(file, copy);
  }
  nameEngine();
  writeStamp(stampFile, stamp);
}
