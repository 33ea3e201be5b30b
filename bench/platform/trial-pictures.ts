/** Pictures that a trial indexes, and photos that it asks: drawn pages, or those of folders. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { changedPicture, jpegPicture } from '../../test/kit/pictures.js';

interface TrialPictures {
  readonly references: readonly { readonly name: string; readonly read: () => Promise<Buffer> }[];
  /** About a quarter of them show what is not among the references. */
  readonly photos: readonly (() => Promise<Buffer>)[];
}

const manifest = z.object({
  refs: z.array(z.object({ file: z.string() })),
  queries: z.array(z.object({ file: z.string() })),
});

/** Every fourth picture of a folder is left out of the references, and photos of it are asked nevertheless. */
const isIndexed = (index: number) => index % 4 !== 3;

function drawn(references: number, queries: number): TrialPictures {
  return {
    references: Array.from({ length: references }, (_, index) => ({
      name: `picture-${index + 1}`,
      read: async () => jpegPicture(index + 1),
    })),
    photos: Array.from({ length: queries }, (_, index) => {
      const number = index + 1;
      return async () =>
        changedPicture(number % 4 === 0 ? references + number : ((number * 7) % references) + 1);
    }),
  };
}

/**
 * @param folders each with a `manifest.json`, or with references alone; none for drawn pages
 * @param references and queries: upper limits
 */
export async function trialPictures(wanted: {
  readonly folders: readonly string[];
  readonly references: number;
  readonly queries: number;
}): Promise<TrialPictures> {
  const { folders, references, queries } = wanted;
  if (folders.length === 0) return drawn(references, queries);
  const files: { references: string[]; photos: string[] } = { references: [], photos: [] };
  for (const folder of folders) {
    if (!existsSync(join(folder, 'manifest.json'))) {
      const all = await readdir(folder, { recursive: true });
      const some = all.filter((file) => /\.(jpe?g|png)$/i.test(file)).sort();
      files.references.push(...some.map((file) => join(folder, file)));
      continue;
    }
    const { refs, queries: photos } = manifest.parse(
      JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')),
    );
    const indexed = refs.filter((_, index) => isIndexed(index));
    files.references.push(...indexed.map(({ file }) => join(folder, file)));
    files.photos.push(...photos.map(({ file }) => join(folder, file)));
  }
  // Photos of all folders, if not all of them are asked.
  const step = Math.max(1, files.photos.length / queries);
  const chosen = Array.from({ length: Math.min(queries, files.photos.length) }, (_, index) =>
    String(files.photos[Math.floor(index * step)]),
  );
  return {
    references: files.references
      .slice(0, references)
      .map((file, index) => ({ name: `picture-${index + 1}`, read: async () => readFile(file) })),
    photos: chosen.map((file) => async () => readFile(file)),
  };
}
