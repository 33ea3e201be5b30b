/** Limits of searches and of the ids that callers give to references, and the words of a decision. */
import type { Decision, LocalMatch } from '../../engine-host/types.js';
import type { ApplicationKind, ApplicationSettings } from '../application.entity.js';
import { badInput, LoupeError } from '../../kernel/errors.js';
import type { MetadataFilter } from '../references/metadata-filter.js';

/**
 * Media monitoring answers Clone, Match, Similar and Different; mobile matching and brand monitoring answer Clone, Match and
 * which test refused the rest. Applications that compare whole pictures use the words of media monitoring.
 */
const refusals: Readonly<Record<'media' | 'mobile', Partial<Record<Decision, Decision>>>> = {
  media: {
    'Rejection due to geometric test': 'Similar',
    'Rejection due to shape of the matching box': 'Similar',
  },
  mobile: {
    Similar: 'Rejection due to geometric test',
    Different: 'Rejection due to geometric test',
  },
};

/** A match with its decision in the words of a kind of application; which pictures are recognized stays as it is. */
export function inWordsOf<M extends LocalMatch>(kind: ApplicationKind, match: M): M {
  const family = kind === 'mobile' || kind === 'brand' ? 'mobile' : 'media';
  return { ...match, decision: refusals[family][match.decision] ?? match.decision };
}

export const MAX_RESULTS = 1000;
const DEFAULT_RESULTS = 10;
const DEFAULT_COLOR_WEIGHT_PERCENT = 50;
export const MAX_IDS = 10_000;
const MAX_IMAGE_ID_LENGTH = 500;
const MAX_STREAM_ID_LENGTH = 200;
const MAX_PALETTE_COLORS = 100;
const DEFAULT_PALETTE_COLORS = 10;

/** Which references a search is about, and which page of the results is wanted. */
export interface SearchRange {
  /** Only references that hold all of these. */
  readonly keywords?: readonly string[] | undefined;
  /** Only references that hold one of these. */
  readonly anyKeywords?: readonly string[] | undefined;
  /** Only references that hold none of these. */
  readonly noKeywords?: readonly string[] | undefined;
  /** Only references whose metadata is so. */
  readonly metadata?: MetadataFilter | undefined;
  /** Only references whose id begins so; case counts. */
  readonly idPrefix?: string | undefined;
  /** Only these references; at most 10,000. */
  readonly ids?: readonly string[];
  /** Results on the page, 1..1000; 10 by default. */
  readonly limit?: number;
  /** Place of the first result, from 0. */
  readonly offset?: number;
  /** Strictness of the decision, 0..1; 0.5 by default. Applications that match only. */
  readonly threshold?: number;
  /** Importance of color against shape in percent, 0..100; 50 by default. Similarity applications only. */
  readonly colorWeightPercent?: number;
  /** Also finds mirror images of references; about twice the work. Applications that match only. */
  readonly findMirrored?: boolean;
  /** Looks closer at the picture where the first look recognizes nothing; true by default. Applications that match only. */
  readonly secondTry?: boolean;
  /** The stream of a camera that the picture is a frame of. Applications that match only. */
  readonly stream?: FrameStream;
  /** Lists also the nearest candidates that were not recognized, after those that were. Applications that match only. */
  readonly includeRejected?: boolean;
  /** Ends the work when the caller is gone. */
  readonly signal?: AbortSignal;
}

export interface FrameStream {
  /** As the caller names it; undefined, null and blanks name none. */
  readonly id: string | null | undefined;
  /** Of the caller; null where it is not known. */
  readonly address: string | null;
}

export interface CheckedRange {
  readonly limit: number;
  readonly offset: number;
  /** Undefined for the shipped strictness. */
  readonly threshold: number | undefined;
  readonly colorWeightPercent: number;
}

/** @throws LoupeError MISSING_PARAMETER, BAD_USER_INPUT */
export function requireImageId(imageId: string): string {
  if (imageId === '') throw new LoupeError('MISSING_PARAMETER', 'image_id is missing.');
  if (imageId.length > MAX_IMAGE_ID_LENGTH) {
    throw badInput('image_id', `must have at most ${MAX_IMAGE_ID_LENGTH} characters`);
  }
  if (imageId.includes(';') || imageId.includes('\0')) {
    throw badInput('image_id', 'must not hold a semicolon, which separates ids in lists');
  }
  return imageId;
}

/** The page that is asked for, with the application's defaults. @throws LoupeError BAD_USER_INPUT, TOO_MANY_IDS */
export function requireRange(range: SearchRange, settings: ApplicationSettings = {}): CheckedRange {
  const limit = range.limit ?? settings.resultCount ?? DEFAULT_RESULTS;
  const { offset = 0, ids = [] } = range;
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_RESULTS) {
    throw badInput('nb_results', `must be a whole number from 1 to ${MAX_RESULTS}`);
  }
  if (!Number.isInteger(offset) || offset < 0) {
    throw badInput('starting_index', 'must be a whole number from 0');
  }
  if (ids.length > MAX_IDS) {
    throw new LoupeError('TOO_MANY_IDS', `ids_list holds ${ids.length} ids; give at most ${MAX_IDS}.`);
  }
  return { limit, offset, ...requireWeights(range, settings) };
}

function requireWeights(range: SearchRange, settings: ApplicationSettings) {
  const threshold = range.threshold ?? settings.threshold;
  if (threshold !== undefined && !(threshold >= 0 && threshold <= 1)) {
    throw badInput('threshold', 'must be a number from 0 to 1');
  }
  const colorWeightPercent =
    range.colorWeightPercent ?? settings.colorWeightPercent ?? DEFAULT_COLOR_WEIGHT_PERCENT;
  if (!Number.isInteger(colorWeightPercent) || colorWeightPercent < 0 || colorWeightPercent > 100) {
    throw badInput('color_weight', 'must be a whole number from 0 to 100');
  }
  return { threshold, colorWeightPercent };
}

/**
 * Names a stream among those of all applications and callers; null where the picture is no frame.
 *
 * @throws LoupeError BAD_USER_INPUT
 */
export function streamOf(
  { id: applicationId }: { readonly id: string },
  { id, address }: FrameStream = { id: null, address: null },
): string | null {
  if (id == null || id.trim() === '') return null;
  if (id.length > MAX_STREAM_ID_LENGTH)
    throw badInput('stream_id', `must have at most ${MAX_STREAM_ID_LENGTH} characters`);
  return JSON.stringify([applicationId, address, id]);
}

/** @throws LoupeError BAD_USER_INPUT */
export function requirePaletteSize(count: number = DEFAULT_PALETTE_COLORS): number {
  if (!Number.isInteger(count) || count < 1 || count > MAX_PALETTE_COLORS) {
    throw badInput('nb_colors', `must be a whole number from 1 to ${MAX_PALETTE_COLORS}`);
  }
  return count;
}
