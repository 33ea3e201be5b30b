/** Opens indexes when a process starts, before anybody wants them. */
import type { ReferenceFeed } from './reference-feed.js';
import { indexIdOf, placeOf, shardCountOf } from '../shards/shard-ids.js';
import type { SnapshotShare } from './snapshot-share.js';

export interface IndexWarmingParts {
  readonly feed: Pick<ReferenceFeed, 'status'>;
  readonly share?: Pick<SnapshotShare, 'indexIds'> | undefined;
  /** Indexes and shards that this process keeps for all others. */
  readonly isKeptWarm?: ((indexId: string) => boolean) | undefined;
  /** References from which on an index is divided; none unless given. */
  readonly mostReferences?: number | undefined;
  readonly mayOpen: () => boolean;
  readonly open: (indexId: string) => Promise<void>;
}

export class IndexWarming {
  constructor(private readonly given: IndexWarmingParts) {}

  /**
   * Ids of the indexes to open at the start: those that are kept warm, and after them those that were open when this
   * folder was last used, the least recently used first.
   */
  async openAtStart(before: readonly string[]): Promise<readonly string[]> {
    const { share, isKeptWarm } = this.given;
    if (share === undefined || isKeptWarm === undefined) return before;
    const shared = await share.indexIds().catch(() => []);
    return [...shared.filter((id) => isKeptWarm(id) && !before.includes(id)), ...before];
  }

  /**
   * Opens indexes before they are wanted, the last one first, as far as memory allows. One that cannot be opened now is
   * left for when it is wanted.
   */
  async warm(indexIds: readonly string[]): Promise<void> {
    for (const id of [...indexIds].reverse()) {
      try {
        const isWanted = await this.isSearchedThrough(id);
        if (!this.given.mayOpen()) return;
        if (isWanted) await this.given.open(id);
      } catch {
        // The next search of it reports the failure.
      }
    }
  }

  /** Whether it holds something, and the index is divided as it says. */
  private async isSearchedThrough(id: string): Promise<boolean> {
    const { referenceCount } = await this.given.feed.status(indexIdOf(id));
    const count = shardCountOf(referenceCount, this.given.mostReferences ?? Infinity);
    return referenceCount > 0 && placeOf(id).count === count;
  }
}
