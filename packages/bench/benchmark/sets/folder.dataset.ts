/** Reads a folder of image sets: each with `manifest.json`, `pairs.json` or `list.json`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';

import { COPIES_FILE } from './copies.js';
import type { BenchQuery, BenchReference, Dataset } from './dataset.js';

const MANIFEST = z.object({
  volume: z.boolean().optional(),
  refs: z.array(z.object({ id: z.string(), file: z.string() })),
  queries: z.array(
    z.object({
      file: z.string(),
      ref: z.string().nullable(),
      H: z.array(z.number()).length(9).nullable().optional(),
      group: z.string().optional(),
      source: z.string().optional(),
      alts: z.array(z.string()).optional(),
    }),
  ),
});
const PAIRS = z.object({ pairs: z.array(z.object({ ref: z.string(), test: z.string() })) });
const LIST = z.object({ files: z.array(z.string()) });
const COPIES = z.object({ pairs: z.array(z.tuple([z.string(), z.string()])) });

/** The folder cannot be used; the message says why. */
class DatasetError extends Error {
  override readonly name = 'DatasetError';
}

interface SetContent {
  readonly isVolume: boolean;
  readonly references: readonly BenchReference[];
  readonly queries: readonly BenchQuery[];
  readonly unrelatedFiles: readonly string[];
}

/**
 * All sets below a folder (or the folder itself when it is a set). References of all sets and all distractors are
 * meant to be indexed together. When the folder lists which of them show the same picture (`copies.json`), a query that
 * shows one shows the other.
 *
 * @throws DatasetError when no set is found or a list cannot be read
 */
export function readDatasetFolder(folder: string): Dataset {
  const folders = isImageSet(folder)
    ? [folder]
    : listFolders(folder)
        .map((name) => join(folder, name))
        .filter(isImageSet);
  if (folders.length === 0) {
    throw new DatasetError(
      `${folder} holds no image sets: a set is a folder with manifest.json, pairs.json or list.json.`,
    );
  }
  const copies = readCopies(folder);
  const sets = folders.map(readSet).map((set) => withCopies(set, copies));
  return {
    name: basename(folder),
    isSynthetic: false,
    ...joinSets(sets.filter(({ isVolume }) => !isVolume)),
    volume: joinSets(sets.filter(({ isVolume }) => isVolume)),
    unrelatedFiles: sets.flatMap((set) => set.unrelatedFiles),
  };
}

/** Whether the folder is a set or holds sets. */
export function hasImageSets(folder: string): boolean {
  return isImageSet(folder) || listFolders(folder).some((name) => isImageSet(join(folder, name)));
}

function readCopies(folder: string): ReadonlyMap<string, readonly string[]> {
  const path = join(folder, COPIES_FILE);
  const copies = new Map<string, string[]>();
  if (!existsSync(path)) return copies;
  for (const [id, copy] of readList(path, COPIES).pairs) copies.set(id, [...(copies.get(id) ?? []), copy]);
  return copies;
}

function withCopies(set: SetContent, copies: ReadonlyMap<string, readonly string[]>): SetContent {
  const queries = set.queries.map((query) => {
    const same = query.truths.flatMap((id) => copies.get(id) ?? []);
    return { ...query, truths: [...new Set([...query.truths, ...same])] };
  });
  return { ...set, queries };
}

function joinSets(sets: readonly SetContent[]): Pick<Dataset, 'references' | 'queries'> {
  return {
    references: sets.flatMap((set) => set.references),
    queries: sets.flatMap((set) => set.queries),
  };
}

function listFolders(folder: string): string[] {
  if (!existsSync(folder)) throw new DatasetError(`${folder} does not exist.`);
  return readdirSync(folder).sort();
}

export function isImageSet(folder: string): boolean {
  return ['manifest.json', 'pairs.json', 'list.json'].some((name) => existsSync(join(folder, name)));
}

function readSet(folder: string): SetContent {
  const set = basename(folder);
  if (existsSync(join(folder, 'manifest.json'))) return readManifest(folder, set);
  if (existsSync(join(folder, 'pairs.json'))) {
    const { pairs } = readList(join(folder, 'pairs.json'), PAIRS);
    const files = pairs.flatMap((pair) => [join(folder, pair.ref), join(folder, pair.test)]);
    return { isVolume: false, references: [], queries: [], unrelatedFiles: files };
  }
  const { files } = readList(join(folder, 'list.json'), LIST);
  const references = files.map((file) => ({ id: `${set}/${file}`, set, file: join(folder, file) }));
  return { isVolume: false, references, queries: [], unrelatedFiles: [] };
}

function readManifest(folder: string, set: string): SetContent {
  const manifest = readList(join(folder, 'manifest.json'), MANIFEST);
  const idOf = (id: string): string => `${set}/${id}`;
  return {
    isVolume: manifest.volume === true,
    references: manifest.refs.map(({ id, file }) => ({ id: idOf(id), set, file: join(folder, file) })),
    queries: manifest.queries.map((query, rank) => ({
      set,
      group: query.group ?? 'all',
      half: rank % 2 === 0 ? 'tuning' : 'held-out',
      file: join(folder, query.file),
      truths: query.ref === null ? [] : [query.ref, ...(query.alts ?? [])].map(idOf),
      sourceFile: join(folder, query.source ?? query.file),
      queryFromReference: query.H ?? null,
    })),
    unrelatedFiles: [],
  };
}

function readList<T>(path: string, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new DatasetError(`${path} cannot be read: ${error instanceof Error ? error.message : ''}`);
  }
}
