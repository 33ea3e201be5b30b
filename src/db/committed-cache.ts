/**
 * Keeps what was made of committed rows for as long as nothing has changed that it may have been made of. Triggers of the
 * database count such changes (migration 0016), whoever makes them: this server, another one, a command beside it. Whoever
 * looks asks for the count first, so that a request after the answer to a change sees the change.
 */
import { LRUCache } from 'lru-cache';
import type { Database } from './database.js';

interface Kept<Value> {
  readonly mark: number;
  readonly value: Value;
  readonly size: number;
}

interface CacheLimits<Value> {
  readonly maxEntries: number;
  /** Sum of what `sizeOf` says of all of them. */
  readonly maxSize: number;
  /** Characters of it, about; at least 1. */
  readonly sizeOf: (value: Value) => number;
}

export class CommittedCache<Value extends object> {
  private readonly kept: LRUCache<string, Kept<Value>>;

  constructor(
    private readonly database: Pick<Database, 'changeMark'>,
    private readonly limits: CacheLimits<Value>,
  ) {
    const { maxEntries: max, maxSize } = limits;
    this.kept = new LRUCache({ max, maxSize, sizeCalculation: ({ size }) => size });
  }

  /**
   * @param key  says what is asked for, all of it
   * @param load makes the value of committed rows, not shared with anybody who changes it; null is not kept
   */
  async read(key: string, load: () => Promise<Value | null>): Promise<Value | null> {
    const mark = await this.database.changeMark();
    if (mark === null) return load();
    const known = this.kept.get(key);
    if (known?.mark === mark) return known.value;
    // What is read after the mark may be newer than the mark says, never older.
    const value = await load();
    if (value !== null && (this.kept.peek(key)?.mark ?? 0) <= mark) {
      this.kept.set(key, { mark, value, size: key.length + this.limits.sizeOf(value) });
    }
    return value;
  }
}
