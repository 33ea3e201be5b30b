/** What an exam is made from: the references that are indexed and the pictures that are not, of several folders. */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

import type { BenchQuery, BenchReference } from '../sets/dataset.js';
import { hasImageSets, isImageSet, readDatasetFolder } from '../sets/folder.dataset.js';
import { checksumOf } from './parts.js';

/** A picture that is never indexed although others of its kind are. */
interface HeldOutPicture {
  /** `set/file name`. */
  readonly name: string;
  readonly set: string;
  readonly file: string;
}

export interface ExamContent {
  readonly references: readonly BenchReference[];
  /** Photos that show references, or nothing that is indexed. */
  readonly queries: readonly BenchQuery[];
  /** Those of the references that came without photos: photos of them are simulated. */
  readonly unphotographed: readonly BenchReference[];
  readonly heldOut: readonly HeldOutPicture[];
  /** Pictures that are no references and show none. */
  readonly unrelatedFiles: readonly string[];
}

const PICTURE = /\.(jpe?g|png|webp)$/i;

/**
 * @param folders  image sets, folders of them (see readDatasetFolder), or folders of pictures alone. Of pictures alone, for example the
 *                 covers of thousands of books, those that the checksum of their name picks (one half) are references; the
 *                 others are never indexed: editions and volumes of what is.
 * @throws DatasetError when a folder holds neither
 */
export function readExamContent(folders: readonly string[]): ExamContent {
  const contents = folders.flatMap((folder) => {
    // The references and photos of a set are no pictures alone.
    const alone = isImageSet(folder)
      ? []
      : [folder, ...subfolders(folder)].filter((path) => !isImageSet(path) && hasPictures(path));
    const sets = hasImageSets(folder) || alone.length === 0 ? [readDatasetFolder(folder)] : [];
    return [
      ...sets.map(({ references, queries, volume, unrelatedFiles }) => ({
        references: [...references, ...volume.references],
        queries: [...queries, ...volume.queries],
        unphotographed: [],
        heldOut: [],
        unrelatedFiles,
      })),
      ...alone.map(readPictures),
    ];
  });
  return {
    references: contents.flatMap(({ references }) => references),
    queries: contents.flatMap(({ queries }) => queries),
    unphotographed: contents.flatMap(({ unphotographed }) => unphotographed),
    heldOut: contents.flatMap(({ heldOut }) => heldOut),
    unrelatedFiles: contents.flatMap(({ unrelatedFiles }) => unrelatedFiles),
  };
}

const hasPictures = (folder: string): boolean => readdirSync(folder).some((name) => PICTURE.test(name));

const subfolders = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map(({ name }) => join(folder, name))
    .sort();

function readPictures(folder: string): ExamContent {
  const set = basename(folder);
  const pictures = readdirSync(folder)
    .filter((name) => PICTURE.test(name))
    .sort()
    .map((name) => ({ name: `${set}/${name}`, set, file: join(folder, name) }));
  const isIndexed = (name: string): boolean => checksumOf(name, 'index') % 2 === 0;
  const references = pictures
    .filter(({ name }) => isIndexed(name))
    .map(({ name, file }) => ({ id: name, set, file }));
  return {
    references,
    queries: [],
    unphotographed: references,
    heldOut: pictures.filter(({ name }) => !isIndexed(name)),
    unrelatedFiles: [],
  };
}
