/**
 * Shards: an index that is too large for one process is divided. A shard holds the references whose key is its number modulo the
 * count of shards, and is itself an index, with an id of its own: it is opened, kept, and brought up to date as others are.
 */

export interface Shard {
  readonly indexId: string;
  readonly number: number;
  readonly count: number;
}

/** Counts of shards are powers of two up to this. */
const MOST_SHARDS = 64;

const SHARD_ID = /^(.+)#(\d+)\/(\d+)$/s;

/** The id of a shard; that of the index for the one shard of one. */
export function shardIdOf({ indexId, number, count }: Shard): string {
  return count === 1 ? indexId : `${indexId}#${number}/${count}`;
}

/** What the id of a shard says; null for the id of a whole index. */
export function shardOf(id: string): Shard | null {
  const [, indexId = '', number, count] = SHARD_ID.exec(id) ?? [];
  return count === undefined ? null : { indexId, number: Number(number), count: Number(count) };
}

/** What of its index an id stands for: all of it, where it is that of a whole index. */
export function placeOf(id: string): Pick<Shard, 'number' | 'count'> {
  const { number, count } = shardOf(id) ?? { number: 0, count: 1 };
  return { number, count };
}

/** Whether an id is that of a shard of an index. */
export function isShardOf(id: string, indexId: string): boolean {
  return id.startsWith(`${indexId}#`);
}

/** The index that an id belongs to: its own, or the one that the shard is of. */
export function indexIdOf(id: string): string {
  return shardOf(id)?.indexId ?? id;
}

/** Ids of the shards into which an index is divided; its own where that is one. */
export function shardIdsOf(indexId: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, number) => shardIdOf({ indexId, number, count }));
}

/** Ids of all shards that an index can ever have had. */
export function everyShardIdOf(indexId: string): readonly string[] {
  const ids: string[] = [];
  for (let count = 2; count <= MOST_SHARDS; count *= 2) ids.push(...shardIdsOf(indexId, count));
  return ids;
}

/** The number of shards for a number of references, so that hardly any shard holds more than `most`. */
export function shardCountOf(references: number, most: number): number {
  let count = 1;
  while (count < MOST_SHARDS && references > count * most) count *= 2;
  return count;
}
