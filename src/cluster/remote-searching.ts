/** Searching by asking searchers over NATS: this process keeps no index. It computes what is to be searched for, once. */
import { describeDna } from '../engine-host/dna.js';
import type { ReferenceFeed } from '../engine-host/indexes/reference-feed.js';
import type { AppearanceTable, RankOptions } from '../engine-host/appearance/appearance-table.js';
import type {
  ConflictOptions,
  ExtractsQuery,
  OpenIndex,
  Query,
  Searching,
} from '../engine-host/searching.js';
import type { SearchOptions, SearchResult } from '../engine-host/types.js';
import { EngineError } from '../engine-host/engine-error.js';
import { type Asking, askSearcher, type Way } from './asking.js';
import { packKeys } from './key-list.js';
import type { AnswerOf, AskedFor, Subjects } from './messages.js';
import type { Line } from './nats-line.js';
import type { Parts } from './parts.js';

/**
 * Whether the first look at a photo is sent alone. That saves the closer look where the first one is enough;
 * where it is not, the photo is looked at and searched for once more.
 */

/** Of this many searches about, the share for which the first look was enough is known by. */
const REMEMBERED = 32;
/** A photo that is looked at and searched for twice costs about as much more as a closer look that nobody needs. */
const LEAST_SHARE = 0.5;

class FirstLooks {
  private enoughShare = 1;

  areEnough(): boolean {
    return this.enoughShare >= LEAST_SHARE;
  }

  /** Resolves with the outcome of a photo. */
  note(isEnough: boolean): void {
    this.enoughShare += ((isEnough ? 1 : 0) - this.enoughShare) / REMEMBERED;
  }
}

export interface RemoteSearchingParts {
  readonly asking: Asking;
  readonly line: Line;
  readonly subjects: Subjects;
  readonly parts: Parts;
  /** Gives the sequence numbers of last changes. */
  readonly feed: Pick<ReferenceFeed, 'latest'>;
  readonly extract: ExtractsQuery;
}

interface Signature {
  readonly dna: Buffer;
  readonly keypointCount: number;
  readonly tookMs: number;
}

export class RemoteSearching implements Searching {
  readonly isWarm = true;
  private readonly firstLooks = new FirstLooks();

  constructor(private readonly given: RemoteSearchingParts) {}

  async startWarming(): Promise<void> {
    // Searchers do.
  }

  async search(indexIds: readonly string[], query: Query, options: SearchOptions): Promise<SearchResult> {
    const { signal, secondTry = true } = options;
    const isFirstLookAlone = !secondTry || this.firstLooks.areEnough();
    // The number is asked for while the picture is looked at: it costs no time.
    const [signature, seen] = await Promise.all([
      this.signature(query, { isFirstLookAlone, signal }),
      this.seenOf(indexIds, options.seen),
    ]);
    const result = await this.searchBy(indexIds, signature, { ...options, seen });
    if ('dna' in query || !secondTry || !isNotEmpty(indexIds)) return result;
    this.firstLooks.note(result.isFirstLookEnough);
    if (result.isFirstLookEnough || !isFirstLookAlone) return result;
    const both = await this.signature(query, { isFirstLookAlone: false, signal });
    const closer = await this.searchBy(indexIds, both, { ...options, seen });
    return { ...closer, timing: sumOf(result.timing, closer.timing) };
  }

  private async searchBy(
    indexIds: readonly string[],
    { dna, keypointCount, tookMs }: Signature,
    options: SearchOptions & Pick<Way, 'seen'>,
  ): Promise<SearchResult> {
    if (!isNotEmpty(indexIds)) return nothing(keypointCount, tookMs);
    const { filter, limit, threshold, findMirrored, secondTry, fromTheSide, signal, seen } = options;
    const looks = { findMirrored, secondTry, fromTheSide };
    const asked = { kind: 'search', indexIds, dna, limit, threshold, ...looks } as const;
    const way = { part: this.given.parts.ofAll(indexIds), seen, signal };
    const result = await this.ask(way, { ...asked, indexIds: [...indexIds], ...packed(filter) });
    return { ...result, timing: { ...result.timing, extractMs: result.timing.extractMs + tookMs } };
  }

  async conflicts(indexIds: readonly string[], dna: Buffer, options: ConflictOptions): Promise<SearchResult> {
    const { filter, limit, threshold, self, signal } = options;
    const { keypointCount } = describeDna(dna);
    if (!isNotEmpty(indexIds)) return nothing(keypointCount, 0);
    const seen = await this.seenOf(indexIds, options.seen);
    const asked = { kind: 'conflicts', dna, limit, threshold, self } as const;
    const way = { part: this.given.parts.ofAll(indexIds), seen, signal };
    return this.ask(way, { ...asked, indexIds: [...indexIds], ...packed(filter) });
  }

  async descriptorTable(indexId: string, seen?: number): Promise<AppearanceTable> {
    const numbers = await this.seenOf([indexId], seen === undefined ? undefined : new Map([[indexId, seen]]));
    const way = (signal?: AbortSignal): Way => ({
      part: this.given.parts.of(indexId),
      seen: numbers,
      signal,
    });
    const page = ({ limit, offset, keys }: RankOptions) => ({ limit, offset, ...packed({ keys }) });
    return {
      colorsOf: async (key) => this.ask(way(), { kind: 'colorsOf', indexId, key }),
      rankBySimilarity: async (dna, options = {}) => {
        describeDna(dna);
        const { colorWeight, signal } = options;
        return this.ask(way(signal), { kind: 'similarity', indexId, dna, colorWeight, ...page(options) });
      },
      rankByColors: async (wanted, options = {}) => {
        if (Buffer.isBuffer(wanted)) describeDna(wanted);
        return this.ask(way(options.signal), { kind: 'colors', indexId, wanted, ...page(options) });
      },
      palette: async (mostColors, { keys, signal } = {}) =>
        this.ask(way(signal), { kind: 'palette', indexId, mostColors, ...packed({ keys }) }),
    };
  }

  /** The changes are in the database, and every search says which it must find: this only lets searchers begin to read. */
  async apply(indexId: string, changes: readonly { readonly sequence: number }[]): Promise<void> {
    const sequence = changes.reduce((last, change) => Math.max(last, change.sequence), 0);
    this.given.line.publish(this.given.subjects.changed, Buffer.from(JSON.stringify({ indexId, sequence })));
  }

  async catchUp(): Promise<void> {
    // There is nothing here that could lag behind.
  }

  async lastChange(indexId: string): Promise<number> {
    return (await this.seenOf([indexId])).get(indexId) ?? 0;
  }

  async drop(indexId: string): Promise<void> {
    this.given.line.publish(this.given.subjects.dropped, Buffer.from(JSON.stringify({ indexId })));
  }

  async size(indexId: string): Promise<number> {
    const way = { part: this.given.parts.of(indexId), seen: await this.seenOf([indexId]) };
    return this.ask(way, { kind: 'size', indexId });
  }

  async answerShards(): Promise<Buffer> {
    throw new EngineError('CLOSED', 'This process keeps no index.');
  }

  async openIndexes(): Promise<readonly OpenIndex[]> {
    return [];
  }

  async publishDue(): Promise<void> {
    // Searchers do.
  }

  async close(): Promise<void> {
    // The line is closed by who opened it.
  }

  private async signature(query: Query, looks: Parameters<ExtractsQuery>[1]): Promise<Signature> {
    if ('dna' in query) {
      const { keypointCount } = describeDna(query.dna);
      return { dna: query.dna, keypointCount, tookMs: 0 };
    }
    const since = performance.now();
    const { dna, keypointCount } = await this.given.extract(query, looks);
    return { dna, keypointCount, tookMs: performance.now() - since };
  }

  private async seenOf(
    indexIds: readonly string[],
    seen?: ReadonlyMap<string, number>,
  ): Promise<ReadonlyMap<string, number>> {
    return seen ?? (await this.given.feed.latest?.(indexIds)) ?? new Map();
  }

  private async ask<Kind extends AskedFor['kind']>(
    way: Way,
    what: AskedFor & { readonly kind: Kind },
  ): Promise<AnswerOf[Kind]> {
    return askSearcher<Kind>(this.given, way, what);
  }
}

function isNotEmpty(indexIds: readonly string[]): indexIds is readonly [string, ...string[]] {
  return indexIds.length > 0;
}

function packed({ keywords, keys }: NonNullable<SearchOptions['filter']> = {}) {
  return {
    ...(keywords === undefined ? {} : { keywords: [...keywords] }),
    ...(keys === undefined ? {} : { keys: packKeys(keys) }),
  };
}

function nothing(queryKeypointCount: number, extractMs: number): SearchResult {
  const timing = { decodeMs: 0, extractMs, searchMs: 0, verifyMs: 0 };
  return { hits: [], queryKeypointCount, isFirstLookEnough: false, timing };
}

function sumOf(first: SearchResult['timing'], second: SearchResult['timing']): SearchResult['timing'] {
  return {
    decodeMs: first.decodeMs + second.decodeMs,
    extractMs: first.extractMs + second.extractMs,
    searchMs: first.searchMs + second.searchMs,
    verifyMs: first.verifyMs + second.verifyMs,
  };
}
