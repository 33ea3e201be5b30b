/** What the indexes in memory hold, against what the database holds. */
import type { Database } from '../../db/database.js';
import { indexIdOf } from '../../engine-host/shards/shard-ids.js';
import type { Vision } from '../../engine-host/vision.js';
import { Application } from '../application.entity.js';

export interface IndexLag {
  readonly open: number;
  readonly references: number;
  /** Memory that searches of them need. */
  readonly bytes: number;
  /** Committed changes that they do not hold yet. */
  readonly lag: number;
}

/** SQL databases limit the values of one statement. */
const BATCH = 500;

export async function measureIndexLag(database: Database, vision: Vision): Promise<IndexLag> {
  const indexes = await vision.openIndexes();
  const latest = new Map<string, number>();
  for (let from = 0; from < indexes.length; from += BATCH) {
    const ids = indexes.slice(from, from + BATCH).map(({ id }) => indexIdOf(id));
    const rows = await database
      .reader()
      .find(Application, { id: { $in: ids } }, { fields: ['id', 'sequence'] });
    for (const { id, sequence } of rows) latest.set(id, sequence);
  }
  return {
    open: indexes.length,
    references: indexes.reduce((sum, { size }) => sum + size, 0),
    bytes: indexes.reduce((sum, { bytes }) => sum + bytes, 0),
    lag: indexes.reduce(
      (sum, { id, sequence }) => sum + Math.max(0, (latest.get(indexIdOf(id)) ?? 0) - sequence),
      0,
    ),
  };
}
