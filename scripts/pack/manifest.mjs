/**
 * What a packed program was made with: its system and the hashes of the engine and of the libraries beside it. The server
 * loads no engine that differs from it (src/engine-host/addon-place.ts).
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where it lies in the packed program. */
export const MANIFEST = 'build/manifest.json';

const hashOf = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

/**
 * @param {string} folder the packed program
 * @param {string[]} files relative to it
 */
export function writeManifest(folder, files) {
  const hashes = Object.fromEntries(files.map((file) => [file, hashOf(join(folder, file))]));
  const manifest = { system: `${process.platform}-${process.arch}`, files: hashes };
  writeFileSync(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
}
