/** Where the native engine lies. The engine's npm package replaces this module by its own. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { EngineError } from './engine-error.js';

export interface AddonPlace {
  /** Folder that `native/assets` and, in a packed program, the manifest lie below. */
  readonly root: string;
  readonly file: string;
  /** What to do where it is missing. */
  readonly advice: string;
  /** @throws EngineError when the file is not the one that belongs to this program */
  check(): void;
}

/** The folder of the clone, or of the packed program: of the first `package.json` above this file. */
function findRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

/** The engine of a packed program is the one that it was made with: scripts/pack/manifest.mjs writes its hash. */
const manifestShape = z.object({ system: z.string(), files: z.record(z.string(), z.string()) });

const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

/**
 * Looks that the engine and its libraries are those of the manifest; in a clone there is none.
 *
 * @throws EngineError when one of them is another, or all are for another system
 */
export function requirePackedEngine(root: string, system = `${process.platform}-${process.arch}`): void {
  const path = join(root, 'build', 'manifest.json');
  if (!existsSync(path)) return;
  const manifest = manifestShape.parse(JSON.parse(readFileSync(path, 'utf8')));
  if (manifest.system !== system) {
    throw new EngineError(
      'INTERNAL',
      `This Loupe was packed for ${manifest.system}, and this is ${system}: unpack the archive for this system.`,
    );
  }
  for (const [file, hash] of Object.entries(manifest.files)) {
    const place = join(root, file);
    if (!existsSync(place) || hashOf(place) !== hash) {
      throw new EngineError(
        'INTERNAL',
        `${file} is not the file that this Loupe was packed with, and is not loaded: unpack the archive again.`,
      );
    }
  }
}

const root = findRoot();

export const addonPlace: AddonPlace = {
  root,
  file: join(root, 'build', 'Release', 'loupe.node'),
  advice: 'Run: npm run setup',
  check: () => requirePackedEngine(root),
};
