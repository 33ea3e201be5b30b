/**
 * Finds what looks like the pages and zones of a draft: among themselves as they will be, also where no search sees them yet, and
 * among those of the organization that readers see.
 */
import type { ReferenceFeed } from '../engine-host/indexes/reference-feed.js';
import { isRecognized, type SearchHit } from '../engine-host/types.js';
import type { Vision } from '../engine-host/vision.js';
import { withVision } from '../engine/engine-failures.js';
import { Turns } from '../kernel/turns.js';
import { MemoryReferences } from '../recognition/local-recognition.js';
import { type AlikeByKey, MOST_ALIKE } from './pack-comparisons.js';

type Searches = Pick<Vision, 'conflicts'>;

/** The references of the document as readers get it: what they say of the draft is known of the draft itself. */
export interface StoredReferences {
  readonly indexIds: readonly string[];
  readonly keys: ReadonlySet<number>;
}

export interface DraftRelativesParts {
  readonly vision: Searches;
  /** Opens an index for the time of one search. */
  readonly openIndex: (feed: ReferenceFeed) => Searches & Pick<Vision, 'close'>;
}

const DRAFT = 'draft';
/** Key of what the pack does not hold. */
const ELSEWHERE = 0;
const ASKED_AT_ONCE = 4;
const DRAFTS_AT_ONCE = 2;
const MOST_WAITING = 20;

export class DraftRelatives {
  private readonly turns = new Turns(
    DRAFTS_AT_ONCE,
    MOST_WAITING,
    'Too many drafts are tried at the moment. Retry in a few seconds.',
  );

  constructor(private readonly parts: DraftRelativesParts) {}

  /**
   * Others by the keys of the pack: those of the draft are its places from 1 on.
   *
   * @throws LoupeError OVERLOADED
   */
  async of(dnas: readonly Buffer[], stored: StoredReferences): Promise<AlikeByKey> {
    return this.turns.run(() => withVision(() => this.find(dnas, stored)));
  }

  private async find(dnas: readonly Buffer[], stored: StoredReferences): Promise<AlikeByKey> {
    const found = new Map<number, readonly SearchHit[]>();
    const index = dnas.length < 2 ? null : this.parts.openIndex(feedOf(dnas));
    try {
      for (let from = 0; from < dnas.length; from += ASKED_AT_ONCE)
        await Promise.all(
          dnas.slice(from, from + ASKED_AT_ONCE).map(async (dna, i) => {
            const key = from + i + 1;
            const self = { indexId: DRAFT, key };
            const hits = (await index?.conflicts([DRAFT], dna, { limit: MOST_ALIKE, self }))?.hits ?? [];
            // Others would say of it again that it is not alone.
            const further = hits.some(isRecognized) ? [] : await this.elsewhere(dna, stored);
            found.set(key, [...hits, ...further]);
          }),
        );
      return found;
    } finally {
      await index?.close();
    }
  }

  private async elsewhere(dna: Buffer, { indexIds, keys }: StoredReferences): Promise<readonly SearchHit[]> {
    if (indexIds.length === 0) return [];
    const { hits } = await this.parts.vision.conflicts(indexIds, dna, { limit: MOST_ALIKE });
    return hits.filter(({ key }) => !keys.has(key)).map((hit) => ({ ...hit, key: ELSEWHERE }));
  }
}

function feedOf(dnas: readonly Buffer[]): ReferenceFeed {
  const references = new MemoryReferences();
  references.add(dnas.map((dna, i) => ({ id: `${i + 1}`, dna })));
  return references;
}
