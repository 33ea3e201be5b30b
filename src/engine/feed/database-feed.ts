import type { Database, EntityManager } from '../../db/database.js';
import { raw } from '@mikro-orm/core';
import { isId } from '../../kernel/ids.js';
import type {
  FeedStatus,
  AppearanceChange,
  ReferenceChange,
  ReferenceFeed,
} from '../../engine-host/indexes/reference-feed.js';
import { indexIdOf, type Shard, shardOf } from '../../engine-host/shards/shard-ids.js';
import { Application } from '../application.entity.js';
import { Reference } from '../references/reference.entity.js';

type ChangedRow = Pick<Reference, 'sequence' | 'key' | 'isPresent' | 'dna' | 'keywords'>;

/** The change that a row records. */
export function toChange(row: ChangedRow): ReferenceChange {
  const { sequence, key, isPresent, dna, keywords } = row;
  if (!isPresent || dna == null) return { sequence, key, state: 'absent' };
  return { sequence, key, state: 'present', dna: Buffer.from(dna), keywords };
}

/** SQLite keeps JSON as text. */
type RawRow = Omit<ChangedRow, 'keywords'> & { readonly keywords: string | readonly string[] };

/** The references that a shard holds. */
const keysOf = ({ number, count }: Shard) => ({ [raw('?? % ?', ['key', count])]: number });

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
    const shard = shardOf(indexId);
    if (shard !== null) return this.readShard(shard, afterSequence, limit);
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

  async readKeys(indexId: string, keys: readonly number[]): Promise<readonly ReferenceChange[]> {
    const applicationId = indexIdOf(indexId);
    if (!isId(applicationId)) return [];
    const rows = this.database.reader().createQueryBuilder(Reference);
    const wanted = rows.where({ key: { $in: [...keys] }, applicationId });
    return changesOf(await wanted.select([...CHANGED]).execute('all'));
  }

  async status(indexId: string): Promise<FeedStatus> {
    const shard = shardOf(indexId);
    const applicationId = shard?.indexId ?? indexId;
    if (!isId(applicationId)) return { latestSequence: 0, referenceCount: 0 };
    const [ofShard, numbers] =
      shard === null ? ['', []] : [' and r."key" % ? = ?', [shard.count, shard.number]];
    // One statement, so that both are of the same moment.
    const [row] = await this.database.readInThread<StatusRow>(
      `select a."sequence" as latest,
         (select count(*) from "reference" r where r."application_id" = a."id" and r."is_present"${ofShard}) as present
       from "application" a where a."id" = ?`,
      [...numbers, applicationId],
    );
    return { latestSequence: Number(row?.latest ?? 0), referenceCount: Number(row?.present ?? 0) };
  }

  private async sequenceOf(applicationId: string): Promise<number> {
    const em = this.database.reader();
    const application = await em.findOne(Application, applicationId, { fields: ['sequence'] });
    return application?.sequence ?? 0;
  }

  private async readShard(
    shard: Shard,
    afterSequence: number,
    limit: number,
  ): Promise<readonly ReferenceChange[]> {
    if (!isId(shard.indexId)) return [];
    // Asked before the rows: all changes up to this number are among them, or are of other shards.
    const latest = await this.sequenceOf(shard.indexId);
    const rows = this.rows(shard.indexId, afterSequence, limit).andWhere(keysOf(shard));
    const changes = changesOf(await rows.select([...CHANGED]).execute('all'));
    const last = changes.at(-1)?.sequence ?? afterSequence;
    if (changes.length === limit || latest <= last) return changes;
    // Of a reference that another shard holds, so that the number is known to be reached.
    const key = shard.number + 1 === shard.count ? shard.count : shard.number + 1;
    return [...changes, { sequence: latest, key, state: 'absent' }];
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
    const where = { id: { $in: indexIds.map(indexIdOf).filter(isId) } };
    const rows = await this.database.reader().find(Application, where, { fields: ['id', 'sequence'] });
    const sequences = new Map(rows.map(({ id, sequence }) => [id, sequence]));
    return new Map(indexIds.map((id) => [id, sequences.get(indexIdOf(id)) ?? 0]));
  }
}
