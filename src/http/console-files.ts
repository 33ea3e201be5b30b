/** The console's built files: which there are, and how each may be kept. */
import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

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
