/** Opens indexes: from a sound snapshot and what the feed has since, or from the feed alone. */
import type { IndexSnapshots } from './index-snapshots.js';
import type { LiveIndex } from './live-index.js';
import type { ReferenceFeed } from './reference-feed.js';

export interface IndexOpeningOptions {
  readonly feed: Pick<ReferenceFeed, 'status'>;
  readonly snapshots: IndexSnapshots;
  /** An index without references. */
  readonly createIndex: (indexId: string) => LiveIndex;
  /** Changes after which a snapshot is written. */
  readonly changesPerSnapshot: number;
}

export class IndexOpening {
  constructor(private readonly options: IndexOpeningOptions) {}

  async open(indexId: string): Promise<LiveIndex> {
    const fromSnapshot = await this.options.snapshots.load(indexId);
    if (fromSnapshot !== null) {
      await orClose(fromSnapshot, () => this.readAll(fromSnapshot));
      if (await this.agreesWithFeed(fromSnapshot)) return fromSnapshot;
      await fromSnapshot.close();
    }
    const rebuilt = this.options.createIndex(indexId);
    await orClose(rebuilt, async () => {
      await this.readAll(rebuilt);
      await rebuilt.mergeSegments();
      await this.saveIfDue(rebuilt);
    });
    return rebuilt;
  }

  async saveIfDue(index: LiveIndex): Promise<void> {
    if (index.unsavedCount >= this.options.changesPerSnapshot) await this.options.snapshots.save(index);
  }

  /**
   * Saves on the way: what is saved is read from its files from then on, so that the signatures of a large index need no
   * memory while it is opened, and an opening that is cut short goes on where it was.
   */
  private async readAll(index: LiveIndex): Promise<void> {
    for (let isAtEnd = false; !isAtEnd;) {
      isAtEnd = await index.refreshUntilUnsaved(this.options.changesPerSnapshot);
      await this.saveIfDue(index);
    }
  }

  private async agreesWithFeed(index: LiveIndex): Promise<boolean> {
    const { latestSequence, referenceCount } = await this.options.feed.status(index.id);
    if (latestSequence !== index.sequence) return true; // changed meanwhile: no statement is possible
    return index.native.size() + index.failedCount === referenceCount;
  }
}

async function orClose(index: LiveIndex, opening: () => Promise<void>): Promise<void> {
  try {
    await opening();
  } catch (error) {
    await index.close();
    throw error;
  }
}
