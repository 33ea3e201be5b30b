/** Which references a search may find, by keywords and ids. */
import type { Database, EntityManager } from '../../db/database.js';
import type { Application } from '../application.entity.js';
import { requireKeywords } from '../references/keywords.rules.js';
import { ReferenceKeyword } from '../references/reference-keyword.entity.js';
import type { ReferenceStore } from '../references/reference-store.js';
import type { SearchRange } from './search.rules.js';

export interface NativeFilter {
  readonly keywords?: readonly string[];
  readonly keys?: Uint32Array;
}

type Wanted = Pick<SearchRange, 'keywords' | 'ids'>;

export class ReferenceFilter {
  constructor(
    private readonly database: Database,
    private readonly store: ReferenceStore,
  ) {}

  /** A filter for the native index, which knows keywords itself; null when nothing can pass. */
  async forIndex(application: Application, wanted: Wanted): Promise<NativeFilter | null> {
    const keywords = requireKeywords(wanted.keywords ?? []);
    const byKeyword = keywords.length > 0 ? { keywords } : {};
    const keys = await this.keysOfIds(application, wanted.ids);
    if (keys === undefined) return byKeyword;
    return keys.length === 0 ? null : { ...byKeyword, keys: Uint32Array.from(keys) };
  }

  /** Keys that pass, ascending; undefined when all do. */
  async keys(application: Application, wanted: Wanted): Promise<readonly number[] | undefined> {
    const keywords = requireKeywords(wanted.keywords ?? []);
    const ofIds = await this.keysOfIds(application, wanted.ids);
    if (keywords.length === 0) return ofIds;
    const ofKeywords = await this.keysOfKeywords(this.database.reader(), application, keywords);
    if (ofIds === undefined) return ofKeywords;
    const allowed = new Set(ofIds);
    return ofKeywords.filter((key) => allowed.has(key));
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

  private async keysOfKeywords(
    em: EntityManager,
    application: Application,
    keywords: readonly string[],
  ): Promise<readonly number[]> {
    const counts = new Map<number, number>();
    const where = { applicationId: application.id, keyword: { $in: [...keywords] } };
    for (const { referenceKey } of await em.find(ReferenceKeyword, where)) {
      counts.set(referenceKey, (counts.get(referenceKey) ?? 0) + 1);
    }
    return [...counts]
      .filter(([, count]) => count === keywords.length)
      .map(([key]) => key)
      .sort((a, b) => a - b);
  }
}
