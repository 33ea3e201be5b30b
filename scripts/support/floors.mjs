/**
 * The floors of the native engine: reads their order, and finds what breaks it. An include from a lower floor to a
 * higher one, a file in another namespace than its folder's, an include that does not start at the root.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { listFiles } from '../setup/stamps.mjs';

const INCLUDE = /^#include "([^"]+)"/gm;
const NAMESPACE = /^namespace (loupe[\w:]*) \{/gm;

/** Names of the folders, lowest first. */
function readFloors(text) {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => line.split(/\s+/)[0]);
}

function* faultsOfFile(path, text, floors) {
  const folder = path.split('/')[1];
  const floor = floors.indexOf(folder);
  if (floor < 0) {
    yield `${path}: the folder ${folder} is not in native/core/floors.txt`;
    return;
  }
  for (const [, namespace] of text.matchAll(NAMESPACE)) {
    if (namespace !== `loupe::${folder}`) yield `${path}: namespace ${namespace} instead of loupe::${folder}`;
  }
  for (const [, included] of text.matchAll(INCLUDE)) {
    const [root, target] = included.split('/');
    const isTest = path.endsWith('_test.cc');
    if (root === 'third_party' || (isTest && root !== '..')) continue;
    if (root !== 'core') yield `${path} includes ${included}: name it from the root, "core/…"`;
    else if (floors.indexOf(target) > floor)
      yield `${path} includes ${included}, which lies on a higher floor`;
  }
}

/** The module of browsers takes its own folder and the core alone; its tests may look at everything. */
function* faultsOfModule(path, text) {
  if (path.endsWith('_test.cc')) return;
  for (const [, included] of text.matchAll(INCLUDE)) {
    if (!['core', 'wasm'].includes(included.split('/')[0]))
      yield `${path} includes ${included}: only "core/…" is there in browsers`;
  }
}

/**
 * @param {string} nativeDir the folder that holds core/
 * @returns {string[]} one sentence a fault
 */
export function floorFaults(nativeDir) {
  const floors = readFloors(readFileSync(join(nativeDir, 'core', 'floors.txt'), 'utf8'));
  const absent = floors.filter((name) => !existsSync(join(nativeDir, 'core', name)));
  const sources = listFiles([join(nativeDir, 'core')]).filter((path) => /\.(cc|h)$/.test(basename(path)));
  const modules = listFiles([join(nativeDir, 'wasm')]).filter((path) => /\.(cc|h)$/.test(basename(path)));
  return [
    ...modules.flatMap((path) => [...faultsOfModule(`wasm/${basename(path)}`, readFileSync(path, 'utf8'))]),
    ...absent.map((name) => `native/core/floors.txt: there is no folder ${name}`),
    ...sources.flatMap((path) => {
      const name = relative(nativeDir, path).split(sep).join('/');
      return [...faultsOfFile(name, readFileSync(path, 'utf8'), floors)];
    }),
  ];
}
