/** Counts of applications that are gathered (see `GatheredWrites`), so that a search costs no write. */
import type { Database, EntityManager } from '../db/database.js';
import { GatheredWrites } from '../db/gathered-writes.js';
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
  private readonly gathered: GatheredWrites<Entry>;

  constructor({ add, ...parts }: GatheredCountsParts<Entry>) {
    this.gathered = new GatheredWrites({
      ...parts,
      writeAfterMs: WRITE_AFTER_MS,
      join: (earlier, later) => ({ ...later, count: earlier.count + later.count }),
      write: async (em, entries) => {
        const ids = [...new Set(entries.map((entry) => entry.applicationId))];
        const found = await em.find(Application, { id: { $in: ids } }, { fields: ['id'] });
        const existing = new Set(found.map((application) => application.id));
        const counted = entries.filter((entry) => existing.has(entry.applicationId));
        for (const part of inParts(counted, BATCH)) await add(em, part);
      },
    });
  }

  get isEmpty(): boolean {
    return this.gathered.isEmpty;
  }

  note(entries: readonly Entry[]): void {
    this.gathered.note(entries);
  }

  /** Writes what was gathered. */
  async flush(): Promise<void> {
    await this.gathered.flush();
  }
}
