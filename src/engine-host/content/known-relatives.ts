/** References of one design, found by searching a reference among the others, and kept until their index changes. */
import { LRUCache } from 'lru-cache';
import { compose, type Homography } from '../plane.js';
import type { SearchHit, SearchResult } from '../types.js';
import type { Posed } from './posed-hits.js';
import type { ContentSource } from './content-source.js';
import { fillsFrame } from './one-place.js';

const MOST_KEPT = 10_000;
/** Of each reference. */
const MOST_RELATIVES = 3;

/** The index of a reference. */
export interface OtherReferences {
  /** Searches for a signature among the references of an index but one. */
  search(indexId: string, dna: Buffer, key: number): Promise<Pick<SearchResult, 'hits'>>;
  /** Number of the last change that a search of the index sees. */
  lastChange(indexId: string): Promise<number>;
}

interface Relative {
  readonly key: number;
  readonly referenceFromRelative: Homography;
}

interface Known {
  /** Of the index, when they were asked for. */
  readonly lastChange: number;
  /** Photos of one page that come at once wait for one search. */
  readonly relatives: Promise<readonly Relative[]>;
}

export class KnownRelatives {
  private readonly kept = new LRUCache<string, Known>({ max: MOST_KEPT });

  constructor(
    private readonly source: Pick<ContentSource, 'readDna'>,
    private readonly others: OtherReferences,
  ) {}

  /** Others that fill the frame of a reference, with the place at which a photo of it would show them. */
  async of({ indexId, key, queryFromReference }: SearchHit & Posed): Promise<readonly Posed[]> {
    const relatives = await this.knownOf(indexId, key);
    return relatives.map((relative) => ({
      key: relative.key,
      queryFromReference: compose(queryFromReference, relative.referenceFromRelative),
    }));
  }

  private async knownOf(indexId: string, key: number): Promise<readonly Relative[]> {
    // Asked for first: what is found afterwards may be newer than the number says, never older.
    const lastChange = await this.others.lastChange(indexId);
    const name = `${indexId} ${key}`;
    const kept = this.kept.get(name);
    if (kept?.lastChange === lastChange) return kept.relatives;
    const known = { lastChange, relatives: this.find(indexId, key) };
    this.kept.set(name, known);
    try {
      return await known.relatives;
    } catch (error) {
      if (this.kept.peek(name) === known) this.kept.delete(name);
      throw error;
    }
  }

  private async find(indexId: string, key: number): Promise<readonly Relative[]> {
    const dna = await this.source.readDna(key);
    if (dna === null) return [];
    const { hits } = await this.others.search(indexId, dna, key);
    return hits
      .flatMap(({ key: other, queryFromReference }) =>
        queryFromReference !== null && fillsFrame({ queryFromReference })
          ? [{ key: other, referenceFromRelative: queryFromReference }]
          : [],
      )
      .slice(0, MOST_RELATIVES);
  }
}
