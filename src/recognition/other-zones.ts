/** The other zones of a page: a photo of the whole page shows them all, and is answered by one. */
import type { Database } from '../db/database.js';
import { readRows } from '../db/rows.js';
import { enrich } from './enriched-element.js';
import { loadLiveElement } from './live-element.js';
import type { EnrichedImageView } from './views.js';

/** More than these are too many to choose from. */
const MOST_OFFERED = 8;

export class OtherZones {
  constructor(private readonly database: Database) {}

  /**
   * What a reader would get of the other zones of the same page, in reading order; those without an action are left out.
   * Nothing is recorded.
   *
   * @param answered what the reader was answered; empty unless that is a zone
   */
  async of({ id, sessionId, languageCode, score }: EnrichedImageView): Promise<readonly EnrichedImageView[]> {
    const em = this.database.reader();
    const siblings = await readRows<{ readonly path: string }>(
      em,
      `select other.path from node own join node other on other.parent_id = own.parent_id and other.id <> own.id
       where own.id = ? and own.type = 'Zone' and other.type = 'Zone' order by other."order" limit ${MOST_OFFERED}`,
      [id],
    );
    const offered: EnrichedImageView[] = [];
    for (const { path } of siblings) {
      const element = await loadLiveElement(em, path);
      if (element === null) continue;
      const enrichment = await enrich(em, element, languageCode);
      if (enrichment.actions.length > 0) offered.push({ ...enrichment, sessionId, score, outline: [] });
    }
    return offered;
  }
}
