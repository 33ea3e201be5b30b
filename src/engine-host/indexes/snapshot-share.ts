/** Reports the number of bytes of a file that are there, from its beginning. */
export type TellArrived = (file: string, upTo: number) => Promise<void>;

/** A shared snapshot in a folder of this server. */
export interface FetchedSnapshot {
  /** Number of the last change that it holds. */
  readonly sequence: number;
  /**
   * Writes the signatures, durably, which are holes in the files until then, one after the other; null when they are there.
   *
   * @throws when they cannot be had, or the signal's reason
   */
  readonly bringSignatures: ((tell: TellArrived, signal: AbortSignal) => Promise<void>) | null;
}

/** Snapshots of indexes and shards that the servers of one database share, so that a server need not build its own. */
export interface SnapshotShare {
  /** Number of the last change that the shared snapshot of an index holds; null where there is none. */
  sequenceOf(indexId: string): Promise<number | null>;
  /** The indexes and shards of which there is a shared snapshot, those with most changes last. */
  indexIds(): Promise<readonly string[]>;
  /**
   * Fills an empty folder with the shared snapshot, as far as searches go through it.
   *
   * @throws when it cannot be had; the folder is then of no use
   */
  fetch(indexId: string, folder: string): Promise<FetchedSnapshot>;
  /** Forgets the shared snapshot that holds changes up to a number: it is damaged. */
  discard(indexId: string, sequence: number): Promise<void>;
  /**
   * Shares the snapshot that lies in a folder, unless another server is doing so or has shared a newer one.
   *
   * @param sequence number of the last change that it holds
   */
  publish(indexId: string, sequence: number, folder: string): Promise<void>;
}

/** Below this, reading changes costs less than fetching files. */
const CHANGES_WORTH_SHARING = 1000;

/** For an index of `size` references, the changes after which it is worth sharing again. */
export function changesWorthSharing(size: number): number {
  return Math.max(CHANGES_WORTH_SHARING, size / 8);
}

/**
 * Whether a snapshot that holds more changes is worth being fetched.
 *
 * @param shardCount changes are numbered for all shards together, and each has its share of them
 */
export function isWorthFetching(
  ownSequence: number,
  sharedSequence: number | null,
  shardCount: number,
): boolean {
  return sharedSequence !== null && (sharedSequence - ownSequence) / shardCount >= CHANGES_WORTH_SHARING;
}

/**
 * Whether an index, or one of its shards, has enough changes that the shared snapshot lacks to be shared again.
 */
export function isWorthSharing(
  size: number,
  sequence: number,
  sharedSequence: number | null,
  shardCount: number,
): boolean {
  return (sequence - (sharedSequence ?? 0)) / shardCount >= changesWorthSharing(size);
}
