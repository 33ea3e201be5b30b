/** Counts how often references are recognized (see `GatheredCounts`). */
import type { Clock } from '../../kernel/clock.js';
import type { Database, EntityManager } from '../../db/database.js';
import { inParts } from '../../db/in-parts.js';
import { GatheredCounts } from '../gathered-counts.js';
import { RecognitionCounter } from './reference.entity.js';

/** References read in one statement. */
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
  private readonly gathered: GatheredCounts<Entry>;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    onFailure: (error: unknown) => void = () => undefined,
  ) {
    const keyOf = ({ applicationId, externalId }: Entry): string => `${applicationId} ${externalId}`;
    this.gathered = new GatheredCounts({ database, keyOf, add, onFailure });
  }

  /** Counts one recognition of each. */
  note(applicationId: string, externalIds: readonly string[]): void {
    if (externalIds.length === 0) return;
    const dateLast = this.clock.now();
    this.gathered.note(externalIds.map((externalId) => ({ applicationId, externalId, count: 1, dateLast })));
  }

  /** Counts of ids that were recognized; others are left out. */
  async read(
    applicationId: string,
    externalIds: readonly string[],
  ): Promise<ReadonlyMap<string, Recognitions>> {
    if (!this.gathered.isEmpty) await this.flush();
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
    await this.gathered.flush();
  }
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
