/** One change of an index, as read from the database. */
export interface ReferenceChange {
  /** Grows with every change of the index. */
  readonly sequence: number;
  readonly key: number;
  readonly state: 'present' | 'absent';
  /** Needed when present. */
  readonly dna?: Buffer;
  readonly keywords?: readonly string[];
}

/** One change of a descriptor table. */
export interface AppearanceChange {
  readonly sequence: number;
  readonly key: number;
  readonly state: 'present' | 'absent';
  /** See `appearanceOf`; none when the reference's DNA was extracted without color. */
  readonly appearance?: Buffer;
}

/** What the database holds of one index. */
export interface FeedStatus {
  /** Number of the last change, 0 before the first. */
  readonly latestSequence: number;
  /** References that are present. */
  readonly referenceCount: number;
}

/**
 * The database as the index sees it: the truth that an index is a view of. Implemented above the vision facade.
 *
 * Numbers must become visible in order: after a reader has seen change n of an index, no change with a number up
 * to n may appear. One row a reference, holding its latest change, is enough.
 */
export interface ReferenceFeed {
  /** Changes with numbers after `afterSequence`, ascending, at most `limit`; fewer only at the end. */
  read(indexId: string, afterSequence: number, limit: number): Promise<readonly ReferenceChange[]>;
  /** The same changes as `read`, with no more than a descriptor table needs of each. */
  readAppearances(
    indexId: string,
    afterSequence: number,
    limit: number,
  ): Promise<readonly AppearanceChange[]>;
  /** The last changes of some references; those that the index never held are left out. */
  readKeys(indexId: string, keys: readonly number[]): Promise<readonly ReferenceChange[]>;
  status(indexId: string): Promise<FeedStatus>;
  /**
   * Numbers of the last changes of indexes; only where other processes write, too. Searches then look for what those
   * have changed.
   */
  readonly latest?: ((indexIds: readonly string[]) => Promise<ReadonlyMap<string, number>>) | undefined;
}
