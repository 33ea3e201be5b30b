/** What recognition is opened with, and what its calls may be given. */
import type { ContentSource } from './content/content-source.js';
import type { Picture } from './encoded-picture.js';
import type { IndexRegistryOptions } from './indexes/index-registry.js';
import type { ExtractsQuery, Searching } from './searching.js';
import type { ShardOptions } from './shards/sharded-searching.js';

export interface VisionOptions extends IndexRegistryOptions {
  /** Native threads; by default one for each core. */
  readonly threads?: number;
  /** Jobs that may wait before new ones are refused with QUEUE_FULL; 256 by default. */
  readonly queueLimit?: number;
  /** Searches elsewhere than in indexes of this process. @param extract signature of a picture that is searched for */
  readonly openSearching?: (extract: ExtractsQuery) => Searching;
  /** Divides large indexes into shards; as they are where it is not given. */
  readonly shards?: ShardOptions | undefined;
  /** Pictures of references, for the content that keypoints do not tell apart; none where it is not given. */
  readonly contents?: ContentSource | undefined;
}

export interface ExtractOptions {
  /**
   * The picture once more, for the color and similarity descriptors. Without it they are computed of an RGB raster, and left
   * out of the signature of everything else.
   */
  readonly appearance?: Picture;
  /** Of a query: without the closer look that a second try takes. Less work, a third of the bytes. */
  readonly isFirstLookAlone?: boolean;
  readonly signal?: AbortSignal | undefined;
}

export interface MatchOptions {
  /** Strictness of the decision, 0..1; 0.5 is the shipped threshold. */
  readonly threshold?: number;
  readonly findMirrored?: boolean;
  /** Looks closer at the query where the first look does not recognize the reference; true unless set. */
  readonly secondTry?: boolean;
  readonly signal?: AbortSignal;
}
