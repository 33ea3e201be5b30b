/**
 * Parts: every application belongs to one of them, by the hash of its id that is highest (rendezvous hashing: Thaler and
 * Ravishankar, 1998). How many there are is said once in the database: with another number each process would look for
 * indexes elsewhere.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { ConfigError } from '../config.js';
import type { Database } from '../db/database.js';
import { Installation } from '../db/installation.js';

const PARTS = 'parts';
const PARTS_BY_DEFAULT = 16;

/**
 * The number of parts that the database says, after it was said for the first time.
 *
 * @param wanted by the configuration; null for what it is
 * @throws ConfigError when another number is wanted
 */
export async function fixedPartCount(database: Database, wanted: number | null): Promise<number> {
  await database.write('insert into installation (name, value) values (?, ?) on conflict (name) do nothing', [
    PARTS,
    String(wanted ?? PARTS_BY_DEFAULT),
  ]);
  const { value } = await database.reader().findOneOrFail(Installation, { name: PARTS });
  const count = Number(value);
  if (wanted !== null && wanted !== count) {
    throw new ConfigError(
      `LOUPE_PARTS is ${wanted}, and the database has said ${count} since its searchers were first started. Set LOUPE_PARTS to ${count}, or leave it out.`,
    );
  }
  return count;
}

/**
 * The parts that a searcher holds.
 *
 * @param held `all`, numbers with commas between them, or `<first>/<step>`: every `step`-th from the first
 * @throws ConfigError when there is no such part
 */
export function heldParts(held: string, count: number): readonly number[] {
  const all = Array.from({ length: count }, (_, part) => part);
  if (held === 'all') return all;
  const [first = '', step] = held.split('/');
  const parts =
    step === undefined
      ? [...new Set(held.split(',').map(Number))]
      : all.filter((part) => Number(first) < Number(step) && part % Number(step) === Number(first));
  const strange = parts.filter((part) => part >= count);
  if (strange.length > 0 || parts.length === 0) {
    const last = Number(step) - 1;
    const advice =
      step === undefined || Number(first) < Number(step)
        ? `but of ${count} parts the last one is ${count - 1}. Name parts from 0 to ${count - 1}.`
        : `but N/M counts N from 0: the last of ${step} is ${last}/${step}. Write one of 0/${step} to ${last}/${step}.`;
    throw new ConfigError(`LOUPE_SEARCH_PARTS is ${held}, ${advice}`);
  }
  return parts;
}

export class Parts {
  private readonly known = new LRUCache<string, number>({ max: 10_000 });

  constructor(readonly count: number) {}

  /** The part of an index. */
  of(indexId: string): number {
    const kept = this.known.get(indexId);
    if (kept !== undefined) return kept;
    let best = { part: 0, weight: '' };
    for (let part = 0; part < this.count; part += 1) {
      const weight = createHash('sha256').update(`${part}:${indexId}`).digest('hex');
      if (weight > best.weight) best = { part, weight };
    }
    this.known.set(indexId, best.part);
    return best.part;
  }

  /**
   * The part that searches several indexes together: that of the oldest, which stays the same while others come. Its
   * searcher opens the others beside, so that the answer is that of one search.
   */
  ofAll(indexIds: readonly [string, ...string[]]): number {
    return this.of(indexIds.reduce((oldest, id) => (id < oldest ? id : oldest)));
  }
}
