/** A place where two pages differ. */
import type { DifferenceKind } from '../engine-host/appearance/comparison-settings.js';
import type { FractionBox } from '../engine-host/types.js';

export interface PageSize {
  readonly widthMm: number;
  readonly heightMm: number;
}

export interface PageDifference {
  /** From 1, from the top of the page downwards. */
  readonly number: number;
  readonly kind: DifferenceKind;
  readonly inReference: FractionBox;
  readonly inQuery: FractionBox;
  /** Mean color difference (CIE 1976); null where only the texts were compared. */
  readonly deltaE: number | null;
  /** Words that changed there; `before` is empty where words were added, `after` where they are missing. */
  readonly words: readonly { readonly before: string; readonly after: string }[];
  /** Text there that stayed the same and moved; empty where there is none. */
  readonly movedText: string;
  /** Where the page differs as a whole: by its look or its size; null for a place. */
  readonly asAWhole: 'look' | { readonly before: PageSize; readonly after: PageSize } | null;
  /** In English. */
  readonly sentence: string;
}
