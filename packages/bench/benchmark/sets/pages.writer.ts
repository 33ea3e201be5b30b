/**
 * Makes a set from pictures of the pages of real manuals: pages of one manual share headers, fonts and layout, which makes
 * them the hardest false-accept test. Of the longest manuals only even pages are references; odd pages are asked for and
 * must not match. Photos of some references are simulated. Works for pictures of any kind when no manual is halved.
 */
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type Random, createRandom } from '../../random.js';
import { simulatePhoto } from '../../simulation/photo-simulator.js';
import type { PhotoStrength } from '../../simulation/photo/strength.js';
import { type Page, readManuals } from './page-folder.js';
import { SharedText } from './page-text.js';

export interface PageSetOptions {
  readonly seed: number;
  readonly referenceLimit: number;
  /** Simulated photos of references of each strength. */
  readonly photosPerStrength: number;
  /** Odd pages that share no sentence with a reference, each asked for flat and as a photo. */
  readonly lookAlikeCount: number;
  /** Number of the longest manuals of which only even pages are references. */
  readonly halvedManuals: number;
  /** Index the set after all others and ask for it then. */
  readonly isVolume: boolean;
}

interface Query {
  readonly file: string;
  readonly ref: string | null;
  readonly alts?: readonly string[];
  /** The flat picture of a photo of what is no reference. */
  readonly source?: string;
  readonly H: null;
  readonly group: string;
}

const STRENGTHS: readonly PhotoStrength[] = ['easy', 'medium', 'hard'];

/**
 * @param source    a folder with one folder of page pictures (JPEG or PNG, in the order of their names) for each manual;
 *                  `<page>.txt` beside a picture holds its text. Pages that share a sentence with a reference
 *                  are asked for in groups of their own, and references with nearly the same text count as the same page
 * @param folder    where the set is written; `manifest.json` comes last, and a call that was interrupted is continued
 * @param onProgress  called after each query
 */
export async function writePageSet(
  source: string,
  folder: string,
  options: PageSetOptions,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<void> {
  await mkdir(join(folder, 'refs'), { recursive: true });
  await mkdir(join(folder, 'queries'), { recursive: true });
  const { even, odd } = await readManuals(source, options.halvedManuals);
  const random = createRandom(options.seed);
  const references = shuffle(even, random).slice(0, options.referenceLimit);
  const shared = new SharedText(references);
  const lookAlikes = chooseLookAlikes(shuffle(odd, random), shared, options.lookAlikeCount);
  const refs = references.map((_, rank) => ({ id: `page${rank}`, file: `refs/${rank}.jpg` }));
  for (const [rank, { file }] of references.entries())
    await copyFile(file, join(folder, 'refs', `${rank}.jpg`));
  const queries: Query[] = [];
  const photoCount = references.length === 0 ? 0 : options.photosPerStrength * STRENGTHS.length;
  const total = photoCount + 2 * lookAlikes.length;
  const add = (query: Omit<Query, 'H'>): void => {
    queries.push({ ...query, H: null });
    onProgress(queries.length, total);
  };
  const photograph = async (file: string, strength: PhotoStrength): Promise<string> => {
    const name = `queries/${queries.length}.jpg`;
    const seed = options.seed * 100_000 + queries.length;
    if (!existsSync(join(folder, name))) await writePhoto(file, join(folder, name), strength, seed);
    return name;
  };
  for (let number = 0; number < photoCount; number += 1) {
    const rank = number % references.length;
    const strength = STRENGTHS[number % STRENGTHS.length] ?? 'easy';
    const alts = shared.copiesOf(rank).map((copy) => `page${copy}`);
    const file = await photograph(references[rank]?.file ?? '', strength);
    add({ file, ref: `page${rank}`, group: strength, ...(alts.length > 0 ? { alts } : {}) });
  }
  for (const { file, group } of lookAlikes) {
    const flat = `queries/${queries.length}.jpg`;
    await copyFile(file, join(folder, flat));
    add({ file: flat, ref: null, group: `${group}-flat` });
    add({ file: await photograph(file, 'easy'), ref: null, group: `${group}-photo`, source: flat });
  }
  const manifest = { ...(options.isVolume ? { volume: true } : {}), refs, queries };
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest, null, 1));
}

interface LookAlike {
  readonly file: string;
  readonly group: 'look-alike' | 'shared-content';
}

/**
 * Pages that share no sentence with a reference, and, apart from them, those met on the way that do: a match of those may
 * be right.
 */
function chooseLookAlikes(pages: readonly Page[], shared: SharedText, count: number): LookAlike[] {
  const chosen: LookAlike[] = [];
  let clean = 0;
  for (const page of pages) {
    if (clean === count) break;
    const isShared = shared.isSharedBy(page);
    chosen.push({ file: page.file, group: isShared ? 'shared-content' : 'look-alike' });
    clean += isShared ? 0 : 1;
  }
  return chosen;
}

async function writePhoto(file: string, path: string, strength: PhotoStrength, seed: number): Promise<void> {
  const { jpeg } = await simulatePhoto(await readFile(file), { strength, seed, withQuarterTurns: true });
  await writeFile(`${path}.part`, jpeg);
  await rename(`${path}.part`, path);
}

function shuffle(items: readonly Page[], random: Random): Page[] {
  return items
    .map((item) => [random.next(), item] as const)
    .sort((a, b) => a[0] - b[0])
    .map(([, item]) => item);
}
