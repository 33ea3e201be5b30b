/** Which references a search may find, by keywords, metadata and ids. */
import type { Database } from '../../db/database.js';
import { giveWay } from '../../db/in-parts.js';
import type { Application } from '../application.entity.js';
import { requireKeywords } from '../references/keywords.rules.js';
import { conditionOf } from '../references/reference-conditions.js';
import type { ReferenceStore } from '../references/reference-store.js';
import type { SearchRange } from './search.rules.js';

/** Of an application that may have millions. */
const KEYS_AT_ONCE = 100_000;

export interface NativeFilter {
  readonly keywords?: readonly string[];
  readonly keys?: Uint32Array;
}

/** What narrows a search. */
type Wanted = Pick<SearchRange, 'keywords' | 'anyKeywords' | 'noKeywords' | 'metadata' | 'idPrefix' | 'ids'>;

/** Whether anything narrows the search but keywords that are all to be held, which the native index knows itself. */
function asksDatabase({ anyKeywords, noKeywords, metadata, idPrefix }: Wanted): boolean {
  const isList = (keywords: readonly string[] | undefined) => (keywords ?? []).length > 0;
  return (
    isList(anyKeywords) ||
    isList(noKeywords) ||
    Object.keys(metadata ?? {}).length > 0 ||
    (idPrefix ?? '') !== ''
  );
}

/** Whether a search is narrowed by more than ids: such a search needs no picture. */
export function isNarrowed(wanted: Wanted): boolean {
  return (wanted.keywords ?? []).length > 0 || asksDatabase(wanted);
}

export class ReferenceFilter {
  constructor(
    private readonly database: Database,
    private readonly store: ReferenceStore,
  ) {}

  /**
   * A filter for the native index, which knows keywords itself; null when nothing can pass.
   *
   * @throws LoupeError INVALID_KEYWORD
   */
  async forIndex(application: Application, wanted: Wanted): Promise<NativeFilter | null> {
    const keywords = requireKeywords(wanted.keywords ?? []);
    const byKeyword = keywords.length > 0 ? { keywords } : {};
    const keys = asksDatabase(wanted)
      ? await this.keys(application, wanted)
      : await this.keysOfIds(application, wanted.ids);
    if (keys === undefined) return byKeyword;
    return keys.length === 0 ? null : { ...byKeyword, keys: Uint32Array.from(keys) };
  }

  /** Keys that pass, ascending; undefined when all do. @throws LoupeError INVALID_KEYWORD */
  async keys(application: Application, wanted: Wanted): Promise<readonly number[] | undefined> {
    const ofIds = await this.keysOfIds(application, wanted.ids);
    if (!isNarrowed(wanted)) return ofIds;
    const narrowed = await this.keysOfConditions(application, wanted);
    if (ofIds === undefined) return narrowed;
    const allowed = new Set(ofIds);
    return narrowed.filter((key) => allowed.has(key));
  }

  /** An empty list of ids restricts nothing, as in requests without the parameter. */
  private async keysOfIds(
    application: Application,
    ids: readonly string[] = [],
  ): Promise<readonly number[] | undefined> {
    if (ids.length === 0) return undefined;
    const rows = await this.store.load(this.database.reader(), application.id, [...new Set(ids)]);
    return rows.map((row) => row.key).sort((a, b) => a - b);
  }

  private async keysOfConditions({ id }: Application, wanted: Wanted): Promise<readonly number[]> {
    const { sql, values } = conditionOf(id, wanted);
    const keys: number[] = [];
    for (;;) {
      const rows = await this.database.readInThread<{ readonly key: number | string }>(
        `select "key" from reference where ${sql} and is_present and "key" > ? order by "key" limit ${KEYS_AT_ONCE}`,
        [...values, keys.at(-1) ?? 0],
      );
      for (const { key } of rows) keys.push(Number(key));
      if (rows.length < KEYS_AT_ONCE) return keys;
      await giveWay();
    }
  }
}
