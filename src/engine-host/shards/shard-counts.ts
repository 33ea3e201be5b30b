/** Into how many shards each index is divided. An index that has grown has more of them as soon as these are in memory. */
import { LRUCache } from 'lru-cache';
import type { ReferenceFeed } from '../indexes/reference-feed.js';
import { shardCountOf, shardIdsOf } from './shard-ids.js';

const REVIEW_AFTER_MS = 60_000;

interface Known {
  readonly count: number;
  readonly at: number;
}

export interface ShardCountsParts {
  readonly feed: Pick<ReferenceFeed, 'status'>;
  /** References that a shard may have. */
  readonly most: number;
  /** Has a shard opened, wherever it is kept. */
  readonly open: (shardId: string) => Promise<unknown>;
  readonly now?: () => number;
}

export class ShardCounts {
  private readonly known = new LRUCache<string, Known>({ max: 10_000 });
  private readonly reviewing = new Map<string, Promise<void>>();
  private readonly now: () => number;

  constructor(private readonly given: ShardCountsParts) {
    this.now = given.now ?? (() => performance.now());
  }

  async of(indexId: string): Promise<number> {
    const known = this.known.get(indexId);
    if (known === undefined) {
      const count = await this.wanted(indexId);
      this.known.set(indexId, { count, at: this.now() });
      return count;
    }
    if (this.now() - known.at >= REVIEW_AFTER_MS) void this.review(indexId, known.count);
    return known.count;
  }

  forget(indexId: string): void {
    this.known.delete(indexId);
  }

  /** Resolves when what is being looked at has been. */
  async settled(): Promise<void> {
    await Promise.all(this.reviewing.values());
  }

  /** Searches go on in the shards of before while those of a larger count are opened. Fewer are not worth opening any. */
  private async review(indexId: string, before: number): Promise<void> {
    if (this.reviewing.has(indexId)) return this.reviewing.get(indexId);
    const reviewed = this.grown(indexId, before)
      // Checked again later; a search reports the failure.
      .catch(() => before)
      .then((count) => {
        if (this.known.has(indexId)) this.known.set(indexId, { count, at: this.now() });
      })
      .finally(() => this.reviewing.delete(indexId));
    this.reviewing.set(indexId, reviewed);
    return reviewed;
  }

  private async grown(indexId: string, before: number): Promise<number> {
    const count = await this.wanted(indexId);
    if (count <= before) return before;
    await Promise.all(shardIdsOf(indexId, count).map((id) => this.given.open(id)));
    return count;
  }

  private async wanted(indexId: string): Promise<number> {
    const { referenceCount } = await this.given.feed.status(indexId);
    return shardCountOf(referenceCount, this.given.most);
  }
}
