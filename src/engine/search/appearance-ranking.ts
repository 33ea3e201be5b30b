/** Ranking of whole pictures: the references of similarity and color applications, one hit for each id. */
import type { Database } from '../../db/database.js';
import type { RankOptions, Ranking } from '../../engine-host/appearance/appearance-table.js';
import type { Application } from '../application.entity.js';
import { countReferences } from '../references/reference-count.js';
import type { ReferenceFilter } from './reference-filter.js';
import { Reference } from '../references/reference.entity.js';
import { type CheckedRange, MAX_RESULTS, type SearchRange } from './search.rules.js';
import type { ReferenceHit, SearchPage, SimilarityScores } from '../views.js';
import { withVision } from '../engine-failures.js';

type NamedRow = Pick<Reference, 'externalId' | 'keywords' | 'metadata'>;

export interface RankedKey {
  readonly key: number;
  readonly distance: number;
}

export class AppearanceRanking {
  constructor(
    private readonly database: Database,
    private readonly filter: ReferenceFilter,
  ) {}

  /** One page of a ranking. */
  async page<Hit extends RankedKey>(
    application: Application,
    range: SearchRange,
    { limit, offset }: CheckedRange,
    rank: (options: RankOptions) => Promise<Ranking<Hit>>,
    similarityOf: (hit: Hit) => SimilarityScores | null,
  ): Promise<SearchPage> {
    const allowed = await this.filter.keys(application, range);
    const keys = allowed === undefined ? undefined : Uint32Array.from(allowed);
    const { references: total } = await countReferences(this.database, application.id, allowed, {
      onlyActive: true,
    });
    const hits = await this.firstOfEachId(application, offset + limit, (block) =>
      withVision(() => rank({ ...block, keys, signal: range.signal })),
    );
    return {
      total,
      hits: hits.slice(offset).map(({ hit, row }) => ({
        id: row.externalId ?? '',
        keywords: row.keywords,
        metadata: row.metadata ?? null,
        distance: hit.distance,
        match: null,
        similarity: similarityOf(hit),
      })) satisfies ReferenceHit[],
    };
  }

  /** An id with several images is found once, by the nearest of them. */
  private async firstOfEachId<Hit extends RankedKey>(
    application: Application,
    wantedCount: number,
    rank: (options: RankOptions) => Promise<Ranking<Hit>>,
  ): Promise<readonly { readonly hit: Hit; readonly row: NamedRow }[]> {
    const found = new Map<string, { hit: Hit; row: NamedRow }>();
    for (let offset = 0; found.size < wantedCount; offset += MAX_RESULTS) {
      const { hits } = await rank({ offset, limit: MAX_RESULTS });
      const rows = await this.rowsOf(
        application,
        hits.map((hit) => hit.key),
      );
      for (const hit of hits) {
        const row = rows.get(hit.key);
        if (row?.externalId != null && !found.has(row.externalId)) found.set(row.externalId, { hit, row });
      }
      if (hits.length < MAX_RESULTS) break;
    }
    return [...found.values()].slice(0, wantedCount);
  }

  private async rowsOf(application: Application, keys: readonly number[]) {
    const rows = await this.database
      .reader()
      .find(Reference, { applicationId: application.id, key: { $in: [...keys] } }, { exclude: ['dna'] });
    return new Map(rows.map((row) => [row.key, row]));
  }
}
