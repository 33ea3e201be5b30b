import type { Database, EntityManager } from '../db/database.js';
import { isId } from '../ids.js';
import type {
  FeedStatus,
  AppearanceChange,
  ReferenceChange,
  ReferenceFeed,
} from '../vision/reference-feed.js';
import { Application } from './application.entity.js';
import { Reference } from './reference.entity.js';

type ChangedRow = Pick<Reference, 'sequence' | 'key' | 'isPresent' | 'dna' | 'keywords'>;

/** The change that a row tells of. */
export function toChange(row: ChangedRow): ReferenceChange {
  const { sequence, key, isPresent, dna, keywords } = row;
  if (!isPresent || dna == null) return { sequence, key, state: 'absent' };
  return { sequence, key, state: 'present', dna: Buffer.from(dna), keywords };
}

/** SQLite keeps JSON as text. */
type RawRow = Omit<ChangedRow, 'keywords'> & { readonly keywords: string | readonly string[] };

const CHANGED = ['key', 'sequence', 'isPresent', 'dna', 'keywords'] as const;

function changesOf(rows: readonly RawRow[]): readonly ReferenceChange[] {
  return rows.map(({ keywords, ...row }) =>
    toChange({
      ...row,
      keywords: typeof keywords === 'string' ? (JSON.parse(keywords) as string[]) : [...keywords],
    }),
  );
}

/** PostgreSQL gives large numbers as text. */
interface StatusRow {
  readonly latest: number | string;
  readonly present: number | string;
}

/** What the rows of references tell of now. */
export async function readChanges(
  em: EntityManager,
  keys: readonly number[],
): Promise<readonly ReferenceChange[]> {
  const rows = em.createQueryBuilder(Reference).where({ key: { $in: [...keys] } });
  return changesOf(await rows.select([...CHANGED]).execute('all'));
}

/** The truth that the native indexes are views of: the index of an application is named by its id. */
export class DatabaseFeed implements ReferenceFeed {
  readonly latest: ReferenceFeed['latest'];

  constructor(private readonly database: Database) {
    this.latest = database.isShared ? (indexIds) => this.latestOf(indexIds) : undefined;
  }

  async read(indexId: string, afterSequence: number, limit: number): Promise<readonly ReferenceChange[]> {
    if (!isId(indexId)) return [];
    return changesOf(
      await this.rows(indexId, afterSequence, limit)
        .select([...CHANGED])
        .execute('all'),
    );
  }

  async readAppearances(
    indexId: string,
    afterSequence: number,
    limit: number,
  ): Promise<readonly AppearanceChange[]> {
    if (!isId(indexId)) return [];
    const rows: Pick<Reference, 'key' | 'sequence' | 'isPresent' | 'appearance'>[] = await this.rows(
      indexId,
      afterSequence,
      limit,
    )
      .select(['key', 'sequence', 'isPresent', 'appearance'])
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
    // One statement, so that both are of the same moment.
    const [row] = await this.database.readAside<StatusRow>(
      `select a."sequence" as latest,
         (select count(*) from "reference" r where r."application_id" = a."id" and r."is_present") as present
       from "application" a where a."id" = ?`,
      [indexId],
    );
    return { latestSequence: Number(row?.latest ?? 0), referenceCount: Number(row?.present ?? 0) };
  }

  /** Rows are read as they are: making entities would take half the time that opening a large index takes. */
  private rows(indexId: string, afterSequence: number, limit: number) {
    return this.database
      .reader()
      .createQueryBuilder(Reference)
      .where({ applicationId: indexId, sequence: { $gt: afterSequence } })
      .orderBy({ sequence: 'asc' })
      .limit(limit);
  }

  private async latestOf(indexIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const where = { id: { $in: indexIds.filter(isId) } };
    const rows = await this.database.reader().find(Application, where, { fields: ['id', 'sequence'] });
    return new Map(rows.map(({ id, sequence }) => [id, sequence]));
  }
}
