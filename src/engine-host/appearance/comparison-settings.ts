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

const MAX_IGNORED = 100;
const MAX_DELTA_E = 100;
const MAX_SIZE_PX = 10_000;
/** A box that a caller rounds may end a little outside of the picture. */
const SLACK = 1e-6;

/**
 * Checks settings as callers give them; null counts as unset.
 *
 * @returns sentences by member, empty where all is well
 */
export function faultsOfFineSettings(
  given: Readonly<Partial<Record<keyof FineSettings, unknown>>>,
): Record<string, string[]> {
  const { sensitivity, minDeltaE, minSize, ignore } = given;
  const faults: Record<string, string[]> = {};
  if (sensitivity != null && !isSensitivity(sensitivity))
    faults['sensitivity'] = [`must be one of ${SENSITIVITIES.join(', ')}`];
  if (minDeltaE != null && !isNumberTo(MAX_DELTA_E, minDeltaE))
    faults['minDeltaE'] = [`must be a number from 0 to ${MAX_DELTA_E}`];
  if (minSize != null && !isNumberTo(MAX_SIZE_PX, minSize))
    faults['minSize'] = [`must be a number of pixels from 0 to ${MAX_SIZE_PX}`];
  if (ignore == null) return faults;
  if (!Array.isArray(ignore)) faults['ignore'] = ['must be a list of regions'];
  else if (ignore.length > MAX_IGNORED) faults['ignore'] = [`holds more than ${MAX_IGNORED} regions`];
  else if (!ignore.every(isInside))
    faults['ignore'] = ['each region must lie inside the picture: left, top, width and height from 0 to 1'];
  return faults;
}

export function isSensitivity(given: unknown): given is Sensitivity {
  return SENSITIVITIES.some((known) => known === given);
}

function isNumberTo(most: number, value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= most;
}

function isInside(box: unknown): boolean {
  if (typeof box !== 'object' || box === null) return false;
  const { left, top, width, height } = box as Partial<Record<keyof FractionBox, unknown>>;
  const isSpan = (from: unknown, length: unknown): boolean =>
    isNumberTo(1, from) && isNumberTo(1, length) && length > 0 && from + length <= 1 + SLACK;
  return isSpan(left, width) && isSpan(top, height);
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
