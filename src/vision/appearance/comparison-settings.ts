/** What a fine comparison is asked for, and what it says about itself. */
import type { FractionBox } from '../types.js';

/** What the second picture is: a file of the same print, a scan of it, or a photo. */
export const SENSITIVITIES = ['proof', 'scan', 'photo'] as const;
export type Sensitivity = (typeof SENSITIVITIES)[number];

export const DIFFERENCE_KINDS = ['added', 'missing', 'changed', 'moved', 'recolored'] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

export interface FineSettings {
  /** Unset, the pose says it: pictures that share their frame are proofs, those seen from the side photos. */
  readonly sensitivity?: Sensitivity;
  /** Regions that differ by less on average are not reported: CIE 1976, 0..100; by sensitivity unless set. */
  readonly minDeltaE?: number;
  /** Regions whose longer side is shorter are not reported: pixels of the reference. */
  readonly minSize?: number;
  /** Places of the reference that are not compared. */
  readonly ignore?: readonly FractionBox[];
}

/** What of the reference was compared, and how finely. Shares are 0..1 of the reference. */
export interface Coverage {
  readonly comparedShare: number;
  /** Not compared: outside of the query's view, hidden by glare, or to be ignored. */
  readonly outOfViewShare: number;
  readonly glareShare: number;
  readonly ignoredShare: number;
  /** Of the printed places, those so blurred in the query that fine print cannot be compared there. */
  readonly blurredShare: number;
  /** Pixels that were compared. */
  readonly comparedPixels: number;
  /** Resolution of the comparison along a side, as a share of the finer picture's. */
  readonly resolutionShare: number;
  readonly sensitivity: Sensitivity;
}
