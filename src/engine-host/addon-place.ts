/** Where the native engine lies. The engine's npm package replaces this module by its own. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { requirePackedEngine } from './packed-engine.js';

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

const root = findRoot();

export const addonPlace: AddonPlace = {
  root,
  file: join(root, 'build', 'Release', 'loupe.node'),
  advice: 'Run: npm run setup',
  check: () => requirePackedEngine(root),
};
