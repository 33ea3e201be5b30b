/** A cache of elements as readers see them. */
import { CommittedCache } from '../db/committed-cache.js';
import type { Database } from '../db/database.js';
import { type Enrichment, enrich } from './enriched-element.js';
import { type LiveElement, loadLiveElement } from './live-element.js';

export interface EnrichedElement {
  readonly element: LiveElement;
  readonly enrichment: Enrichment;
}

const MAX_ENTRIES = 20_000;
const MAX_CHARACTERS = 16_000_000;
/** Of the names of an element and of what lies above it, about. */
const CHARACTERS_OF_PLACE = 2000;
/** Languages of devices are shorter; what is longer is no language and not kept. */
const MAX_LANGUAGE_LENGTH = 35;

export class CachedEnrichments {
  private readonly kept: CommittedCache<EnrichedElement>;

  constructor(private readonly database: Database) {
    const limits = { maxEntries: MAX_ENTRIES, maxSize: MAX_CHARACTERS, sizeOf: charactersOf };
    this.kept = new CommittedCache(database, limits);
  }

  /**
   * The image or zone at a path with what a reader of a language is shown; null when it, or its document, is not active.
   *
   * @param language as the reader's device says it
   */
  async at(path: string, language: string | null): Promise<EnrichedElement | null> {
    const load = () => this.load(path, language);
    if (language !== null && language.length > MAX_LANGUAGE_LENGTH) return load();
    return this.kept.read(`${path} ${language ?? ''}`, load);
  }

  private async load(path: string, language: string | null): Promise<EnrichedElement | null> {
    const em = this.database.reader();
    const element = await loadLiveElement(em, path);
    if (element === null) return null;
    return { element, enrichment: await enrich(em, element, language) };
  }
}

function charactersOf({ enrichment }: EnrichedElement): number {
  const texts = enrichment.actions.map(({ name, style, content }) => [name, style ?? '', content]);
  const lengths = [enrichment.title ?? '', enrichment.titleStyle ?? '', ...texts.flat()];
  return lengths.reduce((sum, { length }) => sum + length, CHARACTERS_OF_PLACE);
}
