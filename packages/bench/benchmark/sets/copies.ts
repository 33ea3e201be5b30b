/** Which references of a folder of sets show the same picture, found by their pixels. */
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { BenchReference, Dataset } from './dataset.js';
import { type FlatPicture, isSamePicture, readFlat } from './flat-picture.js';

/** Name of the list in the folder of the sets. */
export const COPIES_FILE = 'copies.json';

/**
 * Compares the references that queries show with all others, of all sets, and writes the pairs that show the same picture
 * to `copies.json`: `{pairs: [[id, id], ...]}`. An answer that names the copy of a true reference is right.
 *
 * @param onProgress  called after each reference that was read
 * @returns how many pairs were found
 */
export async function writeCopies(
  folder: string,
  dataset: Dataset,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<number> {
  const references = [...dataset.references, ...dataset.volume.references];
  const queries = [...dataset.queries, ...dataset.volume.queries];
  const shown = new Set(queries.flatMap(({ truths }) => truths));
  const pictures: { readonly reference: BenchReference; readonly picture: FlatPicture }[] = [];
  for (const reference of references) {
    pictures.push({ reference, picture: await readFlat(reference.file) });
    onProgress(pictures.length, references.length);
  }
  const pairs: (readonly [string, string])[] = [];
  for (const { reference, picture } of pictures) {
    if (!shown.has(reference.id)) continue;
    for (const other of pictures) {
      if (other.reference.id !== reference.id && isSamePicture(picture, other.picture))
        pairs.push([reference.id, other.reference.id]);
    }
  }
  const path = join(folder, COPIES_FILE);
  await writeFile(`${path}.part`, JSON.stringify({ pairs }, null, 1));
  await rename(`${path}.part`, path);
  return pairs.length;
}
