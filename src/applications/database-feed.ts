import type { Database } from '../db/database.js';
import { isId } from '../ids.js';
import type {
  FeedStatus,
  AppearanceChange,
  ReferenceChange,
  ReferenceFeed,
} from '../vision/reference-feed.js';
import { Application } from './application.entity.js';
import { Reference } from './reference.entity.js';

/** The change that a row tells of. */
export function toChange(row: Reference): ReferenceChange {
  const { sequence, key, isPresent, dna, keywords } = row;
  if (!isPresent || dna == null) return { sequence, key, state: 'absent' };
  return { sequence, key, state: 'present', dna: Buffer.from(dna), keywords };
}

/** The truth that the native indexes are views of: the index of an application is named by its id. */
export class DatabaseFeed implements ReferenceFeed {
  readonly latest: ReferenceFeed['latest'];

  constructor(private readonly database: Database) {
    this.latest = database.isShared ? (indexIds) => this.latestOf(indexIds) : undefined;
  }

  async read(indexId: string, afterSequence: number, limit: number): Promise<readonly ReferenceChange[]> {
    if (!isId(indexId)) return [];
    const rows = await this.database
      .reader()
      .find(
        Reference,
        { applicationId: indexId, sequence: { $gt: afterSequence } },
        { orderBy: { sequence: 'asc' }, limit },
      );
    return rows.map(toChange);
  }

  /** Rows are read as they are: entities would take most of the time that filling a large table takes. */
  async readAppearances(
    indexId: string,
    afterSequence: number,
    limit: number,
  ): Promise<readonly AppearanceChange[]> {
    if (!isId(indexId)) return [];
    const rows: Pick<Reference, 'key' | 'sequence' | 'isPresent' | 'appearance'>[] = await this.database
      .reader()
      .createQueryBuilder(Reference)
      .select(['key', 'sequence', 'isPresent', 'appearance'])
      .where({ applicationId: indexId, sequence: { $gt: afterSequence } })
      .orderBy({ sequence: 'asc' })
      .limit(limit)
      .execute('all');
    return rows.map(({ key, sequence, isPresent, appearance }) => ({
      key,
      sequence,
      state: isPresent ? 'present' : 'absent',
      ...(appearance == null ? {} : { appearance: Buffer.from(appearance) }),
    }));
  }

  async status(indexId: string): Promise<FeedStatus> {
    if (!isId(indexId)) return { latestSequence: 0, referenceCount: 0 };
    const em = this.database.reader();
    const application = await em.findOne(Application, indexId, { fields: ['sequence'] });
    const referenceCount = await em.count(Reference, { applicationId: indexId, isPresent: true });
    return { latestSequence: application?.sequence ?? 0, referenceCount };
  }

  private async latestOf(indexIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const where = { id: { $in: indexIds.filter(isId) } };
    const rows = await this.database.reader().find(Application, where, { fields: ['id', 'sequence'] });
    return new Map(rows.map(({ id, sequence }) => [id, sequence]));
  }
}
