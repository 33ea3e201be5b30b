/**
 * Counts of applications that are gathered in memory and written every few seconds and at the end, so that a search costs no
 * write; a crash loses at most the last seconds.
 */
import type { Database, EntityManager } from '../db/database.js';
import { inParts } from '../db/in-parts.js';
import { Application } from './application.entity.js';

const WRITE_AFTER_MS = 3000;
/** Counts written in one statement. */
const BATCH = 200;

export interface GatheredCount {
  readonly applicationId: string;
  readonly count: number;
}

export interface GatheredCountsParts<Entry extends GatheredCount> {
  readonly database: Database;
  /** What counts of one thing have in common. */
  readonly keyOf: (entry: Entry) => string;
  /** Adds counts to those in the database, in the given order. */
  readonly add: (em: EntityManager, entries: readonly Entry[]) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

export class GatheredCounts<Entry extends GatheredCount> {
  private entries = new Map<string, Entry>();
  private timer: NodeJS.Timeout | null = null;
  private writing: Promise<void> = Promise.resolve();

  constructor(private readonly parts: GatheredCountsParts<Entry>) {}

  get isEmpty(): boolean {
    return this.entries.size === 0;
  }

  note(entries: readonly Entry[]): void {
    for (const entry of entries) this.keep(entry);
    this.timer ??= setTimeout(() => void this.flush().catch(this.parts.onFailure), WRITE_AFTER_MS).unref();
  }

  /** Writes what was gathered. */
  async flush(): Promise<void> {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const entries = [...this.entries.values()];
    this.entries = new Map();
    const turn = this.writing
      .then(() => this.write(entries))
      .catch((error: unknown) => {
        for (const entry of entries) this.keep(entry);
        throw error;
      });
    this.writing = turn.catch(() => undefined);
    await turn;
  }

  private keep(entry: Entry): void {
    const key = this.parts.keyOf(entry);
    this.entries.set(key, { ...entry, count: entry.count + (this.entries.get(key)?.count ?? 0) });
  }

  private async write(entries: readonly Entry[]): Promise<void> {
    if (entries.length === 0) return;
    const { database, keyOf, add } = this.parts;
    // Everybody locks rows in the same order, so that two servers never wait for each other.
    const inOrder = (one: Entry, other: Entry): number => (keyOf(one) < keyOf(other) ? -1 : 1);
    await database.transaction(async ({ em }) => {
      const ids = [...new Set(entries.map((entry) => entry.applicationId))];
      const found = await em.find(Application, { id: { $in: ids } }, { fields: ['id'] });
      const existing = new Set(found.map((application) => application.id));
      const counted = entries.filter((entry) => existing.has(entry.applicationId)).toSorted(inOrder);
      for (const part of inParts(counted, BATCH)) await add(em, part);
    });
  }
}
