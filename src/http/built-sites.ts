/** What the set-up builds for browsers: where it lies. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What must be there. The guide's folder may still be empty: `npm start` builds it beside the running server. */
const FIRST = { console: 'index.html', guide: '' };

/** The folder that the set-up builds a site into; null where there is none. */
export function builtSite(name: keyof typeof FIRST): string | null {
  // From the sources `dist` lies two folders up and down again; compiled, this is within it.
  const candidates = [`../../dist/${name}`, `../../${name}`].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  return candidates.find((folder) => existsSync(join(folder, FIRST[name]))) ?? null;
}
