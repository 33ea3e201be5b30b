/** References of one design, found by searching a reference among the others, and kept for a while. */
import { LRUCache } from 'lru-cache';
import { compose, type Homography } from '../plane.js';
import type { SearchHit, SearchResult } from '../types.js';
import type { Posed } from './posed-hits.js';
import type { ContentSource } from './content-source.js';
import { fillsFrame } from './one-place.js';

/** For how long a relative that came or went may be overlooked. */
const KEPT_MS = 60_000;
const MOST_KEPT = 10_000;
/** Of each reference. */
const MOST_RELATIVES = 3;

/** Searches for a signature among the references of an index but one. */
export type SearchesOthers = (
  indexId: string,
  dna: Buffer,
  key: number,
) => Promise<Pick<SearchResult, 'hits'>>;

interface Relative {
  readonly key: number;
  readonly referenceFromRelative: Homography;
}

export class KnownRelatives {
  private readonly kept = new LRUCache<string, readonly Relative[]>({ max: MOST_KEPT, ttl: KEPT_MS });

  constructor(
    private readonly source: Pick<ContentSource, 'readDna'>,
    private readonly searchOthers: SearchesOthers,
  ) {}

  /** Others that fill the frame of a reference, with the place at which a photo of it would show them. */
  async of({ indexId, key, queryFromReference }: SearchHit & Posed): Promise<readonly Posed[]> {
    const name = `${indexId} ${key}`;
    let relatives = this.kept.get(name);
    if (relatives === undefined) {
      relatives = await this.find(indexId, key);
      this.kept.set(name, relatives);
    }
    return relatives.map((relative) => ({
      key: relative.key,
      queryFromReference: compose(queryFromReference, relative.referenceFromRelative),
    }));
  }

  private async find(indexId: string, key: number): Promise<readonly Relative[]> {
    const dna = await this.source.readDna(key);
    if (dna === null) return [];
    const { hits } = await this.searchOthers(indexId, dna, key);
    return hits
      .flatMap(({ key: other, queryFromReference }) =>
        queryFromReference !== null && fillsFrame({ queryFromReference })
          ? [{ key: other, referenceFromRelative: queryFromReference }]
          : [],
      )
      .slice(0, MOST_RELATIVES);
  }
}
