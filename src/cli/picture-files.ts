/** Pictures and DNAs that a command line names: files, folders with all that is below them, and ZIPs. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { LoupeError } from '../kernel/errors.js';

const PICTURE = /\.(jpe?g|png|gif|tiff?|webp|avif|bmp|hei[cf])$/i;
const DNA = /\.dna$/i;
const ARCHIVE = /\.(zip|tar|tar\.gz|tgz)$/i;

export interface NamedFile {
  readonly path: string;
  /** Name of a file, or its path below the folder that was named, without the ending of a DNA. */
  readonly id: string;
  readonly isDna: boolean;
  /** @throws LoupeError NOT_FOUND, INVALID_IMAGE when the ZIP that holds it is damaged there */
  readonly read: () => Promise<Buffer>;
}

/** @throws LoupeError NOT_FOUND, BAD_USER_INPUT when there is no picture among them */
export async function findFiles(paths: readonly string[]): Promise<readonly NamedFile[]> {
  const found: NamedFile[] = [];
  for (const path of paths) {
    const facts = await stat(path).catch(() => null);
    if (facts === null) throw fileNotFound(path);
    if (facts.isDirectory()) found.push(...(await filesBelow(path)));
    else found.push(toFile(path, basename(path)));
  }
  if (found.length === 0)
    throw new LoupeError(
      'BAD_USER_INPUT',
      'There are no pictures (JPEG, PNG, GIF, TIFF, WebP, AVIF, BMP) there.',
    );
  return found;
}

/** Parts what is named into archives and everything else. */
export function partArchives(paths: readonly string[]): {
  readonly archives: readonly string[];
  readonly others: readonly string[];
} {
  return {
    archives: paths.filter((path) => ARCHIVE.test(path)),
    others: paths.filter((path) => !ARCHIVE.test(path)),
  };
}

export async function readNamed(path: string): Promise<Buffer> {
  return readFile(path).catch(() => {
    throw fileNotFound(path);
  });
}

async function filesBelow(folder: string): Promise<NamedFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && (PICTURE.test(entry.name) || DNA.test(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => toFile(path, relative(folder, path).split(sep).join('/')));
}

function toFile(path: string, name: string): NamedFile {
  return { path, id: name.replace(DNA, ''), isDna: DNA.test(path), read: () => readNamed(path) };
}

export function fileNotFound(path: string): LoupeError {
  return new LoupeError('NOT_FOUND', `${path} was not found. Check the path.`);
}
