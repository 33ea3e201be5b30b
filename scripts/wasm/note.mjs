/** The note of the built module of browsers: of which sources, by which compiler, and its hashes. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { wasmFiles } from '../native/sources.mjs';
import { inRoot, rootDir } from '../setup/paths.mjs';
import { contentHash } from '../setup/stamps.mjs';

/** Language and arithmetic; contracted products would give other answers than servers do. */
export const WASM_FLAGS = [
  '-std=c++17',
  '-O3',
  '-ffp-contract=off',
  '-fvisibility=hidden',
  '-fwasm-exceptions',
  '-DNDEBUG',
];

/** Both kinds, by file: with instructions for several numbers at once, and without. */
export const WASM_KINDS = { 'loupe.wasm': ['-msimd128'], 'loupe-plain.wasm': [] };

const inModule = (name) => inRoot('packages', 'engine-wasm', 'module', name);

export const wasmFile = inModule;
export const noteFile = inModule('module.json');

export const hashOf = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** Milliseconds: nothing is compiled. */
export const wasmSourcesHash = () => contentHash(rootDir, wasmFiles(), WASM_FLAGS);

export const readNote = () => JSON.parse(readFileSync(noteFile, 'utf8'));

/** @returns {string[]} a sentence for each thing that is not as the note says */
export function staleness(note = readNote(), sources = wasmSourcesHash()) {
  const faults = [];
  if (note.sources !== sources)
    faults.push(
      'The module of browsers was built from other sources than native/core and native/wasm hold. Run: node scripts/wasm/build-wasm.mjs',
    );
  for (const name of Object.keys(WASM_KINDS)) {
    if (note.files[name]?.sha256 !== hashOf(readFileSync(wasmFile(name))))
      faults.push(
        `packages/engine-wasm/module/${name} is not the file that was built. Run: node scripts/wasm/build-wasm.mjs`,
      );
  }
  return faults;
}
