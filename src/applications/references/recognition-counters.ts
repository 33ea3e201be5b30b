/**
 * Counts how often references are recognized. As the counts of applications they are gathered in memory and written every few
 * seconds and at the end, so that a search costs no write; a crash loses at most the last seconds.
 */
import type { Clock } from '../../kernel/clock.js';
import type { Database, EntityManager } from '../../db/database.js';
import { inParts } from '../../db/in-parts.js';
import { Application } from '../application.entity.js';
import { RecognitionCounter } from './recognition-counter.entity.js';

const WRITE_AFTER_MS = 3000;
/** References written or read in one statement. */
const BATCH = 200;

export interface Recognitions {
  readonly count: number;
  readonly dateLast: Date;
}

interface Entry extends Recognitions {
  readonly applicationId: string;
  readonly externalId: string;
}

export class RecognitionCounters {
  private entries = new Map<string, Entry>();
  private timer: NodeJS.Timeout | null = null;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly onFailure: (error: unknown) => void = () => undefined,
  ) {}

  /** Counts one recognition of each. */
  note(applicationId: string, externalIds: readonly string[]): void {
    if (externalIds.length === 0) return;
    const dateLast = this.clock.now();
    for (const externalId of externalIds) this.keep({ applicationId, externalId, count: 1, dateLast });
    this.timer ??= setTimeout(() => void this.flush().catch(this.onFailure), WRITE_AFTER_MS).unref();
  }

  /** Counts of ids that were recognized; others are left out. */
  async read(
    applicationId: string,
    externalIds: readonly string[],
  ): Promise<ReadonlyMap<string, Recognitions>> {
    if (this.entries.size > 0) await this.flush();
    const found = new Map<string, Recognitions>();
    const em = this.database.reader();
    for (const part of inParts(externalIds, BATCH)) {
      const where = { applicationId, externalId: { $in: [...part] } };
      for (const row of await em.find(RecognitionCounter, where)) found.set(row.externalId, row);
    }
    return found;
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
    const id = `${entry.applicationId} ${entry.externalId}`;
    const known = this.entries.get(id);
    this.entries.set(id, { ...entry, count: entry.count + (known?.count ?? 0) });
  }

  private async write(entries: readonly Entry[]): Promise<void> {
    if (entries.length === 0) return;
    await this.database.transaction(async ({ em }) => {
      const ids = [...new Set(entries.map((entry) => entry.applicationId))];
      const found = await em.find(Application, { id: { $in: ids } }, { fields: ['id'] });
      const existing = new Set(found.map((application) => application.id));
      const counted = entries.filter((entry) => existing.has(entry.applicationId)).toSorted(inOrderOfKey);
      for (const part of inParts(counted, BATCH)) await add(em, part);
    });
  }
}

/** Everybody locks rows in the same order, so that two servers never wait for each other. */
function inOrderOfKey(one: Entry, other: Entry): number {
  const [a, b] = [one, other].map(({ applicationId, externalId }) => `${applicationId} ${externalId}`);
  return (a ?? '') < (b ?? '') ? -1 : 1;
}

async function add(em: EntityManager, entries: readonly Entry[]): Promise<void> {
  const values = entries.flatMap(({ applicationId, externalId, count, dateLast }) => [
    applicationId,
    externalId,
    count,
    dateLast,
  ]);
  await em.execute(
    `insert into "recognition_counter" ("application_id", "external_id", "count", "date_last")
     values ${entries.map(() => '(?, ?, ?, ?)').join(', ')}
     on conflict ("application_id", "external_id") do update
     set "count" = "recognition_counter"."count" + excluded."count", "date_last" = excluded."date_last"`,
    values,
  );
}

/** Forgets how often removed references were recognized. */
export async function forgetRecognitions(
  em: EntityManager,
  applicationId: string,
  externalIds: readonly string[],
): Promise<void> {
  for (const part of inParts(externalIds, BATCH)) {
    await em.nativeDelete(RecognitionCounter, { applicationId, externalId: { $in: [...part] } });
  }
}
