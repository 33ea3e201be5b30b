/** Everything that hits are asked their content with: the server's searches and the benchmark's go through it alike. */
import { isRecognized, type SearchHit, type Size } from '../types.js';
import type { Picture } from '../encoded-picture.js';
import type { NativeEngine } from '../native.js';
import { checkContent } from './content-check.js';
import { ContentComparison, UnreadablePicture } from './content-comparison.js';
import type { ContentSource } from './content-source.js';
import { fillsFrame } from './one-place.js';
import { KnownRelatives, type OtherReferences } from './known-relatives.js';
import type { Posed } from './posed-hits.js';
import type { PartsByKey, PicturePart } from './told-apart.js';

const IDENTITY = [1, 0, 0, 0, 1, 0, 0, 0, 1];

export class ContentChecker {
  private readonly comparison: ContentComparison;
  private readonly relatives: KnownRelatives;

  constructor(
    engine: NativeEngine,
    private readonly source: ContentSource,
    others: OtherReferences,
  ) {
    this.comparison = new ContentComparison(engine);
    this.relatives = new KnownRelatives(source, others);
  }

  /**
   * The hits of a search for a photo after their content was asked, recognized ones first. References whose picture cannot be read
   * are judged as those that have none.
   *
   * @throws EngineError, and what the general decoder of the photo throws
   */
  async check<Hit extends SearchHit>(
    hits: readonly Hit[],
    photo: Picture,
    signal?: AbortSignal,
  ): Promise<readonly Hit[]> {
    const weigh = this.comparison.with(photo, signal);
    return this.withReadable((source) =>
      checkContent(hits, { source, weigh, relativesOf: (hit) => this.relatives.of(hit) }),
    );
  }

  /**
   * Recognized references of one design, and the part of `self` by which photos tell it from each; those that photos may
   * confuse with it are left out.
   *
   * @param hits of a search for the signature of `self`
   * @throws EngineError
   */
  async toldApart(self: number, hits: readonly SearchHit[], signal?: AbortSignal): Promise<PartsByKey> {
    const alike = hits.flatMap((hit) => {
      const { key, queryFromReference, isMirrored } = hit;
      if (!isRecognized(hit) || queryFromReference === null || isMirrored) return [];
      return fillsFrame({ queryFromReference })
        ? [{ key, queryFromReference, size: hit.query.originalSize }]
        : [];
    });
    if (alike.length === 0) return new Map();
    return this.withReadable((source) => this.partsOf(source, self, alike, signal));
  }

  private async partsOf(
    source: Pick<ContentSource, 'read'>,
    self: number,
    alike: readonly (Posed & { readonly size: Size })[],
    signal?: AbortSignal,
  ): Promise<PartsByKey> {
    const parts = new Map<number, PicturePart>();
    const pictures = await source.read([self, ...alike.map(({ key }) => key)]);
    const own = pictures.get(self);
    if (own === undefined) return parts;
    const reference = { key: self, picture: own, queryFromReference: IDENTITY };
    for (const { key, queryFromReference, size } of alike) {
      const picture = pictures.get(key);
      if (picture === undefined) continue;
      const part = await this.comparison.toldApartBy(
        reference,
        { key, picture, queryFromReference },
        size,
        signal,
      );
      if (part !== null) parts.set(key, part);
    }
    return parts;
  }

  /** Works again without each picture that turns out damaged. */
  private async withReadable<T>(work: (source: Pick<ContentSource, 'read'>) => Promise<T>): Promise<T> {
    const unreadable = new Set<number>();
    const read: ContentSource['read'] = (keys) =>
      this.source.read(keys.filter((key) => !unreadable.has(key)));
    for (;;) {
      try {
        return await work({ read });
      } catch (error) {
        if (!(error instanceof UnreadablePicture) || unreadable.has(error.key)) throw error;
        unreadable.add(error.key);
        this.source.onUnreadable?.(error.key);
      }
    }
  }
}
