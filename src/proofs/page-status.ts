/** The fates of pages. */

export type PageStatus = 'unchanged' | 'changed' | 'inserted' | 'removed';

export interface PageCounts {
  readonly unchanged: number;
  readonly changed: number;
  readonly inserted: number;
  readonly removed: number;
  /** Of the unchanged and changed pages. */
  readonly moved: number;
}
