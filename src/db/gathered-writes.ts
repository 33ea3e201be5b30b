/**
 * Entries that are gathered in memory and written some seconds later and at the end, so that a request costs no write; a crash loses
 * at most the last seconds. What cannot be written is kept for the next time.
 */
import type { Database, EntityManager } from './database.js';

export interface GatheredWritesParts<Entry> {
  readonly database: Database;
  readonly writeAfterMs: number;
  readonly keyOf: (entry: Entry) => string;
  /** One entry out of two of one key. */
  readonly join: (earlier: Entry, later: Entry) => Entry;
  /** Writes at least one entry within a transaction. They are in the order of their keys: everybody locks rows in the same order, so that two servers never wait for each other. */
  readonly write: (em: EntityManager, entries: readonly Entry[]) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

export class GatheredWrites<Entry> {
  private entries = new Map<string, Entry>();
  private timer: NodeJS.Timeout | null = null;
  private writing: Promise<void> = Promise.resolve();

  constructor(private readonly parts: GatheredWritesParts<Entry>) {}

  get isEmpty(): boolean {
    return this.entries.size === 0;
  }

  note(entries: readonly Entry[]): void {
    const { join, onFailure, writeAfterMs } = this.parts;
    for (const entry of entries) this.keep(entry, (present) => join(present, entry));
    this.timer ??= setTimeout(() => void this.flush().catch(onFailure), writeAfterMs).unref();
  }

  /** Writes what was gathered. */
  async flush(): Promise<void> {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const { join } = this.parts;
    const entries = [...this.entries.values()];
    this.entries = new Map();
    const turn = this.writing
      .then(() => this.write(entries))
      .catch((error: unknown) => {
        for (const entry of entries) this.keep(entry, (present) => join(entry, present));
        throw error;
      });
    this.writing = turn.catch(() => undefined);
    await turn;
  }

  private keep(entry: Entry, withPresent: (present: Entry) => Entry): void {
    const key = this.parts.keyOf(entry);
    const present = this.entries.get(key);
    this.entries.set(key, present === undefined ? entry : withPresent(present));
  }

  private async write(entries: readonly Entry[]): Promise<void> {
    if (entries.length === 0) return;
    const { database, keyOf, write } = this.parts;
    const inOrder = entries.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
    await database.transaction(({ em }) => write(em, inOrder));
  }
}
