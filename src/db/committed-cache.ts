/**
 * A cache of values derived from committed rows. A change of those rows invalidates it: triggers of the database count the
 * changes (migration 0016), whether this server, another one or a command makes them. Each read asks for the count first, so
 * that a request that follows a change sees the change.
 */
import { LRUCache } from 'lru-cache';
import type { Database } from './database.js';

interface Entry<Value> {
  readonly mark: number;
  readonly value: Value;
  readonly size: number;
}

interface CacheLimits<Value> {
  readonly maxEntries: number;
  /** Upper bound for the sum of `sizeOf` over all entries. */
  readonly maxSize: number;
  /** Approximate number of characters; at least 1. */
  readonly sizeOf: (value: Value) => number;
}

export class CommittedCache<Value extends object> {
  private readonly entries: LRUCache<string, Entry<Value>>;

  constructor(
    private readonly database: Pick<Database, 'changeMark'>,
    private readonly limits: CacheLimits<Value>,
  ) {
    const { maxEntries: max, maxSize } = limits;
    this.entries = new LRUCache({ max, maxSize, sizeCalculation: ({ size }) => size });
  }

  /**
   * @param key  identifies the value completely
   * @param load derives the value from committed rows; no one may modify it afterwards. null is not cached
   * @param isCurrent false where a kept value is out of date though no row changed
   */
  async read(
    key: string,
    load: () => Promise<Value | null>,
    isCurrent: (value: Value) => boolean = () => true,
  ): Promise<Value | null> {
    const mark = await this.database.changeMark();
    if (mark === null) return load();
    const known = this.entries.get(key);
    if (known?.mark === mark && isCurrent(known.value)) return known.value;
    // What is read after the mark may be newer than the mark says, never older.
    const value = await load();
    if (value !== null && (this.entries.peek(key)?.mark ?? 0) <= mark) {
      this.entries.set(key, { mark, value, size: key.length + this.limits.sizeOf(value) });
    }
    return value;
  }
}
