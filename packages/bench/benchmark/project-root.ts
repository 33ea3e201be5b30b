import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

function find(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'binding.gyp'))) folder = dirname(folder);
  return folder;
}

/** Folder of the clone, from the sources as well as from the compiled program. */
export const projectRoot = find();
