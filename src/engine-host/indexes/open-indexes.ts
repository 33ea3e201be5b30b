/**
 * The indexes in memory, the least recently used first. Beyond a limit of memory those that nobody uses at the moment
 * leave: their changes are saved, they are closed, and they are opened again when they are wanted.
 */
import type { LiveIndex } from './live-index.js';
import { EngineError } from '../engine-error.js';

export interface OpenIndexesOptions {
  /** Opens an index and brings it up to date. */
  readonly openIndex: (indexId: string) => Promise<LiveIndex>;
  /** Saves what changed and closes the index. Must not reject. */
  readonly leave: (index: LiveIndex) => Promise<void>;
  /** The memory that indexes may take together; null for as much as they need. */
  readonly limitBytes: number | null;
  /** Told after an index came or left. */
  readonly onChange: () => void;
}

interface Entry {
  readonly opening: Promise<LiveIndex>;
  /** Null while it is being opened. */
  index: LiveIndex | null;
  /** Uses under way: with any, the index stays. */
  holds: number;
}

export class OpenIndexes {
  private readonly entries = new Map<string, Entry>();
  private readonly leaving = new Map<string, Promise<void>>();
  /** Those that were taken out while they were in use. */
  private readonly outside = new Map<LiveIndex, Entry>();
  private isEnded = false;

  constructor(private readonly options: OpenIndexesOptions) {}

  /** Ids of indexes that are open or being opened, the least recently used first. */
  get ids(): string[] {
    return [...this.entries.keys()];
  }

  /** The indexes in memory; those that are being opened are waited for. */
  async opened(): Promise<readonly LiveIndex[]> {
    const settled = await Promise.allSettled([...this.entries.values()].map(({ opening }) => opening));
    const indexes = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    return indexes.filter((index) => !index.isDropped);
  }

  /** Memory of the indexes that are open. */
  get bytes(): number {
    let sum = 0;
    for (const { index } of this.entries.values()) sum += index?.bytes ?? 0;
    return sum;
  }

  get isFull(): boolean {
    return this.options.limitBytes !== null && this.bytes >= this.options.limitBytes;
  }

  /** The index, opened if it was not open. It stays open until `release`. */
  async hold(indexId: string): Promise<LiveIndex> {
    for (let gone = this.leaving.get(indexId); gone !== undefined; gone = this.leaving.get(indexId))
      await gone;
    const entry = this.entries.get(indexId) ?? this.open(indexId);
    this.moveToEnd(indexId, entry);
    entry.holds += 1;
    try {
      return await entry.opening;
    } catch (error) {
      entry.holds -= 1;
      throw error;
    }
  }

  /** As `hold`, of an index that is open or being opened; null for another. */
  async holdIfOpen(indexId: string): Promise<LiveIndex | null> {
    return this.entries.has(indexId) ? this.hold(indexId) : null;
  }

  /** Ends one `hold`. */
  release(index: LiveIndex): void {
    const entry = this.outside.get(index) ?? this.entries.get(index.id);
    if (entry?.index !== index) return;
    entry.holds -= 1;
    if (!this.outside.has(index)) this.letGo();
    else if (entry.holds === 0) this.close(index);
  }

  /**
   * Forgets an index that was deleted: nobody gets it from now on, and it is closed when the searches that have it end.
   * What is being saved or opened is waited for.
   */
  async drop(indexId: string): Promise<void> {
    await this.leaving.get(indexId);
    const entry = this.entries.get(indexId);
    if (entry === undefined) return;
    this.entries.delete(indexId);
    this.options.onChange();
    const index = await entry.opening.catch(() => null);
    if (index === null) return;
    index.isDropped = true;
    this.outside.set(index, entry);
    if (entry.holds === 0) this.close(index);
  }

  /** Takes all out and opens none from now on; resolves when those that were leaving are gone. */
  async takeOutAll(): Promise<PromiseSettledResult<LiveIndex>[]> {
    this.isEnded = true;
    const openings = [...this.entries.values()].map(({ opening }) => opening);
    this.entries.clear();
    await Promise.all(this.leaving.values());
    return Promise.allSettled(openings);
  }

  private close(index: LiveIndex): void {
    this.outside.delete(index);
    void index.close();
  }

  private open(indexId: string): Entry {
    if (this.isEnded) throw new EngineError('CLOSED', 'Recognition is shut down.');
    const entry: Entry = { opening: this.options.openIndex(indexId), index: null, holds: 0 };
    this.entries.set(indexId, entry);
    entry.opening.then(
      (index) => {
        entry.index = index;
        if (this.entries.get(indexId) === entry) this.options.onChange();
        this.letGo();
      },
      () => {
        if (this.entries.get(indexId) === entry) this.entries.delete(indexId);
      },
    );
    return entry;
  }

  private moveToEnd(indexId: string, entry: Entry): void {
    this.entries.delete(indexId);
    this.entries.set(indexId, entry);
  }

  /** Ends the least recently used until the others fit; the one used last stays, whatever its size. */
  private letGo(): void {
    const { limitBytes } = this.options;
    if (limitBytes === null) return;
    let bytes = this.bytes;
    const last = this.ids.at(-1);
    for (const [id, { index, holds }] of this.entries) {
      if (bytes <= limitBytes) return;
      if (index === null || holds > 0 || id === last) continue;
      bytes -= index.bytes;
      this.entries.delete(id);
      const gone = this.options.leave(index).finally(() => this.leaving.delete(id));
      this.leaving.set(id, gone);
      this.options.onChange();
    }
  }
}
