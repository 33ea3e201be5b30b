/** A cache of elements as readers see them. */
import { CommittedCache } from '../db/committed-cache.js';
import type { Database } from '../db/database.js';
import type { Clock } from '../kernel/clock.js';
import { type Enrichment, enrich } from './enriched-element.js';
import { type LiveElement, loadLiveElement } from './live-element.js';

export interface EnrichedElement {
  readonly element: LiveElement;
  readonly enrichment: Enrichment;
}

interface Kept {
  readonly element: LiveElement;
  /** null outside of its window. */
  readonly enrichment: Enrichment | null;
}

const MAX_ENTRIES = 20_000;
const MAX_CHARACTERS = 16_000_000;
/** Of the names of an element and of what lies above it, about. */
const CHARACTERS_OF_PLACE = 2000;
/** Languages of devices are shorter; what is longer is no language and not kept. */
const MAX_LANGUAGE_LENGTH = 35;

export class CachedEnrichments {
  private readonly kept: CommittedCache<Kept>;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    const limits = { maxEntries: MAX_ENTRIES, maxSize: MAX_CHARACTERS, sizeOf: charactersOf };
    this.kept = new CommittedCache(database, limits);
  }

  /**
   * The image or zone at a path with what a reader of a language is shown now; null when it, or its document, is not active, or outside
   * of its window.
   *
   * @param language as the reader's device says it
   */
  async at(path: string, language: string | null): Promise<EnrichedElement | null> {
    const now = this.clock.now();
    const load = () => this.load(path, language, now);
    const isLanguage = language === null || language.length <= MAX_LANGUAGE_LENGTH;
    const kept = isLanguage
      ? await this.kept.read(`${path} ${language ?? ''}`, load, ({ element }) => element.moment.holdsAt(now))
      : await load();
    if (kept?.enrichment == null) return null;
    return { element: kept.element, enrichment: kept.enrichment };
  }

  private async load(path: string, language: string | null, now: Date): Promise<Kept | null> {
    const em = this.database.reader();
    const element = await loadLiveElement(em, path, now);
    if (element === null) return null;
    return { element, enrichment: element.isOpen ? await enrich(em, element, language) : null };
  }
}

function charactersOf({ enrichment }: Kept): number {
  const { title = '', titleStyle = '', actions = [] } = enrichment ?? {};
  const texts = actions.map(({ name, style, content, rules }) => [name, style ?? '', content, rules ?? '']);
  const lengths = [title ?? '', titleStyle ?? '', ...texts.flat()];
  return lengths.reduce((sum, { length }) => sum + length, CHARACTERS_OF_PLACE);
}
