import { appearanceOf } from '../../../src/engine-host/dna.js';
import type {
  FeedStatus,
  AppearanceChange,
  ReferenceChange,
  ReferenceFeed,
} from '../../../src/engine-host/indexes/reference-feed.js';
import { indexIdOf, placeOf } from '../../../src/engine-host/shards/shard-ids.js';

/** A feed over arrays in memory, with one row a reference, as the database keeps it. */
export class MemoryFeed implements ReferenceFeed {
  private readonly rows = new Map<string, Map<number, ReferenceChange>>();
  private sequence = 0;
  readCount = 0;

  /** Records a change, as a committed transaction would. */
  put(indexId: string, key: number, dna: Buffer, keywords: readonly string[] = []): ReferenceChange {
    return this.record(indexId, { key, state: 'present', dna, keywords });
  }

  remove(indexId: string, key: number): ReferenceChange {
    return this.record(indexId, { key, state: 'absent' });
  }

  read(indexId: string, afterSequence: number, limit: number): Promise<readonly ReferenceChange[]> {
    this.readCount += 1;
    const later = this.rowsOf(indexId).filter((row) => row.sequence > afterSequence);
    return Promise.resolve(later.sort((a, b) => a.sequence - b.sequence).slice(0, limit));
  }

  async readAppearances(
    indexId: string,
    afterSequence: number,
    limit: number,
  ): Promise<readonly AppearanceChange[]> {
    const page = await this.read(indexId, afterSequence, limit);
    return page.map(({ sequence, key, state, dna }) => {
      const appearance = dna === undefined ? null : appearanceOf(dna);
      return { sequence, key, state, ...(appearance === null ? {} : { appearance }) };
    });
  }

  readKeys(indexId: string, keys: readonly number[]): Promise<readonly ReferenceChange[]> {
    const rows = this.rows.get(indexIdOf(indexId));
    return Promise.resolve(keys.flatMap((key) => rows?.get(key) ?? []));
  }

  status(indexId: string): Promise<FeedStatus> {
    const rows = this.rowsOf(indexId);
    return Promise.resolve({
      latestSequence: rows.reduce((last, row) => Math.max(last, row.sequence), 0),
      referenceCount: rows.filter((row) => row.state === 'present').length,
    });
  }

  /** The database put back to the state of an earlier moment. */
  rewindTo(sequence: number): void {
    for (const rows of this.rows.values()) {
      for (const [key, row] of rows) if (row.sequence > sequence) rows.delete(key);
    }
    this.sequence = sequence;
  }

  /** Of a shard those that it holds. */
  private rowsOf(indexId: string): readonly ReferenceChange[] {
    const { number, count } = placeOf(indexId);
    const rows = [...(this.rows.get(indexIdOf(indexId))?.values() ?? [])];
    return rows.filter(({ key }) => key % count === number);
  }

  private record(indexId: string, change: Omit<ReferenceChange, 'sequence'>): ReferenceChange {
    this.sequence += 1;
    const row = { ...change, sequence: this.sequence };
    const rows = this.rows.get(indexId) ?? new Map<number, ReferenceChange>();
    rows.set(change.key, row);
    this.rows.set(indexId, rows);
    return row;
  }
}
