/** Where the small content of references can be read. */
export interface ContentSource {
  /** JPEGs of references, of which only the gray counts, the longer side at most `CONTENT_SIDE_PX`, by key. Those that have none are left out. */
  read(keys: readonly number[]): Promise<ReadonlyMap<number, Buffer>>;
  /** Told of a reference whose picture cannot be read: it is damaged. */
  readonly onUnreadable?: (key: number) => void;
  /** The signature of a reference; null when it is gone. */
  readDna(key: number): Promise<Buffer | null>;
}

/** Longest side in pixels of the picture that is kept of a reference: text of 6 points on A4 can still be told apart. */
export const CONTENT_SIDE_PX = 768;
/** Longest side in pixels at which a photo is compared with it. */
export const PHOTO_SIDE_PX = 1024;
