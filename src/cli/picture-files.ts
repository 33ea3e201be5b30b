/** Pictures and DNAs that a command line names: files, folders with all that is below them, archives, and addresses. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { badInput, LoupeError } from '../kernel/errors.js';

const PICTURE = /\.(jpe?g|png|gif|tiff?|webp|avif|bmp|hei[cf])$/i;
const DNA = /\.dna$/i;
const ARCHIVE = /\.(zip|tar|tar\.gz|tgz)$/i;
const ADDRESS = /^https?:\/\//i;

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

/** Whether it names a picture by an address, which a server fetches. */
export const isAddress = (path: string): boolean => ADDRESS.test(path);

/** Parts what is named into archives, addresses of pictures and everything else. */
export function partPaths(paths: readonly string[]): {
  readonly archives: readonly string[];
  readonly addresses: readonly string[];
  readonly others: readonly string[];
} {
  const addresses = paths.filter(isAddress);
  const files = paths.filter((path) => !isAddress(path));
  return {
    addresses,
    archives: files.filter((path) => ARCHIVE.test(path)),
    others: files.filter((path) => !ARCHIVE.test(path)),
  };
}

/**
 * Pictures that a server is to fetch, under the names of the files in their addresses.
 *
 * @throws LoupeError BAD_USER_INPUT for addresses without a name, or of the same one: they would replace each other
 */
export function namedAddresses(addresses: readonly string[]): readonly NamedFile[] {
  const addressOf = new Map<string, string>();
  for (const address of addresses) {
    const id = nameIn(address);
    const earlier = addressOf.get(id);
    if (earlier !== undefined && earlier !== address) {
      throw badInput('pictures', `${earlier} and ${address} have the same name; add them one by one`);
    }
    addressOf.set(id, address);
  }
  const read = async () => {
    throw badInput('pictures', 'at an address are fetched by servers alone; download it first');
  };
  return [...addressOf].map(([id, path]) => ({ id, path, isDna: false, read }));
}

function nameIn(address: string): string {
  const [, name = ''] = URL.canParse(address) ? (/([^/]*)$/.exec(new URL(address).pathname) ?? []) : [];
  if (name === '') throw badInput('pictures', `${address} names no file, which would become the id`);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
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
