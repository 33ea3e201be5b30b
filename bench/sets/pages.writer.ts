/**
 * Makes a set from the pages of real manuals: pages of one manual share headers, fonts and layout, which makes them the
 * hardest false-accept test. Even pages of long manuals are references, odd pages are asked for and must not match;
 * photos of some references are simulated.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { simulatePhoto } from '../../src/demo/photo-simulator.js';
import type { PhotoStrength } from '../../src/demo/photo/strength.js';
import { seededRandom } from '../support/random.js';

export interface PageSetOptions {
  readonly seed: number;
  readonly referenceLimit: number;
  /** Simulated photos of references of each strength. */
  readonly photosPerStrength: number;
  /** Odd pages, each asked for flat and as a photo. */
  readonly lookAlikeCount: number;
}

interface Page {
  readonly manual: string;
  readonly file: string;
}

interface Query {
  readonly file: string;
  readonly ref: string | null;
  readonly H: null;
  readonly group: string;
}

/** Manuals below this many pages are indexed as a whole. */
const MIN_MANUAL_PAGES = 40;
const STRENGTHS: readonly PhotoStrength[] = ['easy', 'medium', 'hard'];

/**
 * @param source  a folder with one folder of page pictures (JPEG or PNG, in the order of their names) for each manual
 * @param folder  where the set is written; `manifest.json` comes last, and a call that was interrupted is continued
 */
export async function writePageSet(source: string, folder: string, options: PageSetOptions): Promise<void> {
  await mkdir(join(folder, 'refs'), { recursive: true });
  await mkdir(join(folder, 'queries'), { recursive: true });
  const { even, odd } = await readManuals(source);
  const random = seededRandom(options.seed);
  const references = shuffle(even, random).slice(0, options.referenceLimit);
  const indexed = new Set(references.map(({ manual }) => manual));
  const lookAlikes = shuffle(odd, random)
    .filter(({ manual }) => indexed.has(manual))
    .slice(0, options.lookAlikeCount);
  const refs = references.map((_, rank) => ({ id: `page${rank}`, file: `refs/${rank}.jpg` }));
  for (const [rank, { file }] of references.entries())
    await copyFile(file, join(folder, 'refs', `${rank}.jpg`));
  const queries: Query[] = [];
  const photograph = async (file: string, strength: PhotoStrength, ref: string | null, group: string) => {
    const seed = options.seed * 100_000 + queries.length;
    const name = `queries/${queries.length}.jpg`;
    const path = join(folder, name);
    if (!existsSync(path)) {
      const { jpeg } = await simulatePhoto(await readFile(file), { strength, seed, withQuarterTurns: true });
      await writeFile(`${path}.part`, jpeg);
      await rename(`${path}.part`, path);
    }
    queries.push({ file: name, ref, H: null, group });
  };
  for (const [rank, { file }] of references
    .slice(0, options.photosPerStrength * STRENGTHS.length)
    .entries()) {
    const strength = STRENGTHS[rank % STRENGTHS.length] ?? 'easy';
    await photograph(file, strength, `page${rank}`, strength);
  }
  for (const { file } of lookAlikes) {
    const name = `queries/${queries.length}.jpg`;
    await copyFile(file, join(folder, name));
    queries.push({ file: name, ref: null, H: null, group: 'look-alike-flat' });
    await photograph(file, 'easy', null, 'look-alike-photo');
  }
  await writeFile(join(folder, 'manifest.json'), JSON.stringify({ refs, queries }, null, 1));
}

/** Pages that differ in their bytes from all others, so that editions of one manual are there once. */
async function readManuals(source: string): Promise<{ even: Page[]; odd: Page[] }> {
  const seen = new Set<string>();
  const even: Page[] = [];
  const odd: Page[] = [];
  for (const manual of (await readdir(source)).sort()) {
    const names = (await readdir(join(source, manual))).filter((name) => /\.(jpe?g|png)$/i.test(name)).sort();
    for (const [rank, name] of names.entries()) {
      const file = join(source, manual, name);
      const hash = createHash('sha256')
        .update(await readFile(file))
        .digest('hex');
      if (seen.has(hash)) continue;
      seen.add(hash);
      (names.length < MIN_MANUAL_PAGES || rank % 2 === 0 ? even : odd).push({ manual, file });
    }
  }
  return { even, odd };
}

function shuffle<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => [random(), item] as const)
    .sort((a, b) => a[0] - b[0])
    .map(([, item]) => item);
}
