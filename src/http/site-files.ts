/** The files that the set-up builds for browsers: where they lie, which there are, and how each may be kept. */
import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The file that must be there. The guide's folder may still be empty: `npm start` builds it beside the running server. */
const FIRST = { console: 'index.html', guide: '' };

/** The folder that the set-up builds a site into; null where there is none. */
export function builtSite(name: keyof typeof FIRST): string | null {
  // From the sources `dist` lies two folders up and down again; compiled, this is within it.
  const candidates = [`../../dist/${name}`, `../../${name}`].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  return candidates.find((folder) => existsSync(join(folder, FIRST[name]))) ?? null;
}

/** A content hash before the extension, as the build names what it makes: never another content under the same name. */
const HASHED = /[-.][\w-]{8,}\.\w+$/;

/** Paths below the folder that a browser may ask for, without those of compressed copies. */
export function servedFiles(folder: string): ReadonlySet<string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
  return new Set(paths.filter((path) => !/\.(br|gz|map)$/.test(path)));
}

/** `Cache-Control` of a file: a year for what has a hash in its name, asking again each time for the rest. */
export function cachingOf(path: string): string {
  return path.startsWith('assets/') && HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache';
}
