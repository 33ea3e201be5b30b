/** The other zones of a page: a photo of the whole page shows them all, and is answered by one. */
import type { Database } from '../db/database.js';
import { readRows } from '../db/rows.js';
import type { Clock } from '../kernel/clock.js';
import { enrich } from './enriched-element.js';
import { loadLiveElement } from './live-element.js';
import type { EnrichedImageView } from './views.js';

/** More than these are too many to choose from. */
const MOST_OFFERED = 8;

export class OtherZones {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * What a reader would get of the other zones of the same page, in reading order; those without an action are left out, and
   * those that say and open the same as the answer or another one. Nothing is recorded.
   *
   * @param answered what the reader was answered; empty unless that is a zone
   */
  async of(answered: EnrichedImageView): Promise<readonly EnrichedImageView[]> {
    const { id, sessionId, languageCode, score } = answered;
    const em = this.database.reader();
    const now = this.clock.now();
    const siblings = await readRows<{ readonly path: string }>(
      em,
      `select other.path from node own join node other on other.parent_id = own.parent_id and other.id <> own.id
       where own.id = ? and own.type = 'Zone' and other.type = 'Zone' order by other."order" limit ${MOST_OFFERED}`,
      [id],
    );
    const offered: EnrichedImageView[] = [];
    const seen = new Set([offerOf(answered)]);
    for (const { path } of siblings) {
      const element = await loadLiveElement(em, path, now);
      if (element?.isOpen !== true) continue;
      const enrichment = await enrich(em, element, languageCode);
      const offer = offerOf(enrichment);
      if (enrichment.actions.length === 0 || seen.has(offer)) continue;
      seen.add(offer);
      offered.push({ ...enrichment, sessionId, score, outline: [] });
    }
    return offered;
  }
}

/** The same for what says and opens the same. */
function offerOf({ title, actions }: Pick<EnrichedImageView, 'title' | 'actions'>): string {
  return JSON.stringify([title, actions.map(({ name, type, content }) => [name, type, content])]);
}
