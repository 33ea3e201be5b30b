/** What the set-up builds for browsers: where it lies. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that the set-up builds a site into; null where it was not built. */
export function builtSite(name: 'console' | 'guide'): string | null {
  // From the sources `dist` lies two folders up and down again; compiled, this is within it.
  const candidates = [`../../dist/${name}`, `../../${name}`].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  return candidates.find((folder) => existsSync(join(folder, 'index.html'))) ?? null;
}
