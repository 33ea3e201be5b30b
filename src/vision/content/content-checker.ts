/** Everything that hits are asked their content with: the server's searches and the benchmark's go through it alike. */
import type { Picture } from '../encoded-picture.js';
import type { NativeEngine } from '../native.js';
import type { SearchHit } from '../types.js';
import { checkContent } from './content-check.js';
import { ContentComparison } from './content-comparison.js';
import type { ContentSource } from './content-source.js';
import { KnownRelatives, type SearchesOthers } from './known-relatives.js';

export class ContentChecker {
  private readonly comparison: ContentComparison;
  private readonly relatives: KnownRelatives;

  constructor(
    engine: NativeEngine,
    private readonly source: ContentSource,
    searchOthers: SearchesOthers,
  ) {
    this.comparison = new ContentComparison(engine);
    this.relatives = new KnownRelatives(source, searchOthers);
  }

  /** The hits of a search for a photo after their content was asked, recognized ones first. @throws as `ContentComparison.with` */
  async check<Hit extends SearchHit>(
    hits: readonly Hit[],
    photo: Picture,
    signal?: AbortSignal,
  ): Promise<readonly Hit[]> {
    return checkContent(hits, {
      source: this.source,
      weigh: this.comparison.with(photo, signal),
      relativesOf: (hit) => this.relatives.of(hit),
    });
  }
}
