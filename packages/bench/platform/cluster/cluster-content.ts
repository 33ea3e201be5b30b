/** What a simulated cluster holds and is asked for: pages of the demo's kinds, and photos of them and of others. */
import { makePage, pageKinds } from '../../simulation/synthetic-set.js';
import { simulatePhoto } from '../../simulation/photo-simulator.js';

/** One photo in this many shows a page that is not there. */
const UNKNOWN_EVERY = 4;
const UNKNOWN_SEEDS = 1_000_000;
const PHOTO = { strength: 'medium', width: 720, height: 960 } as const;

export interface ClusterPhoto {
  readonly jpeg: Buffer;
  /** Number of the page that it shows; null of one that is not there. */
  readonly page: number | null;
}

export interface ClusterContent {
  readonly pages: readonly Buffer[];
  readonly photos: readonly ClusterPhoto[];
}

async function drawPage(number: number): Promise<Buffer> {
  return makePage(pageKinds[number % pageKinds.length] ?? 'photo', number);
}

/** @returns as many pages and photos, the same ones each time */
export async function drawContent(counts: {
  readonly pages: number;
  readonly photos: number;
}): Promise<ClusterContent> {
  const pages: Buffer[] = [];
  for (let number = 0; number < counts.pages; number += 1) pages.push(await drawPage(number));
  const photos: ClusterPhoto[] = [];
  for (let seed = 0; seed < counts.photos; seed += 1) {
    const isUnknown = seed % UNKNOWN_EVERY === UNKNOWN_EVERY - 1;
    const page = (seed * 7919) % counts.pages;
    const shown = isUnknown ? await drawPage(UNKNOWN_SEEDS + seed) : pages[page];
    const { jpeg } = await simulatePhoto(shown ?? Buffer.alloc(0), { ...PHOTO, seed });
    photos.push({ jpeg, page: isUnknown ? null : page });
  }
  return { pages, photos };
}
