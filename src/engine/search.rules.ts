/** Limits of searches and of the ids that callers give to references. */
import { badInput, LoupeError } from '../errors.js';

export const MAX_RESULTS = 1000;
export const DEFAULT_RESULTS = 10;
export const MAX_IDS = 10_000;
export const MAX_IMAGE_ID_LENGTH = 500;

/** @throws LoupeError MISSING_PARAMETER, BAD_USER_INPUT */
export function demandImageId(imageId: string): string {
  if (imageId === '') throw new LoupeError('MISSING_PARAMETER', 'image_id is missing.');
  if (imageId.length > MAX_IMAGE_ID_LENGTH) {
    throw badInput('image_id', `must have at most ${MAX_IMAGE_ID_LENGTH} characters`);
  }
  if (imageId.includes(';') || imageId.includes('\0')) {
    throw badInput('image_id', 'must not hold a semicolon, which separates ids in lists');
  }
  return imageId;
}

/** The page that is asked for. @throws LoupeError BAD_USER_INPUT */
export function demandRange(range: {
  readonly limit?: number;
  readonly offset?: number;
  readonly threshold?: number;
  readonly ids?: readonly string[];
}): { readonly limit: number; readonly offset: number } {
  const { limit = DEFAULT_RESULTS, offset = 0, threshold = 0.5, ids = [] } = range;
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_RESULTS) {
    throw badInput('nb_results', `must be a whole number from 1 to ${MAX_RESULTS}`);
  }
  if (!Number.isInteger(offset) || offset < 0) {
    throw badInput('starting_index', 'must be a whole number from 0');
  }
  if (!(threshold >= 0 && threshold <= 1)) throw badInput('threshold', 'must be a number from 0 to 1');
  if (ids.length > MAX_IDS) throw badInput('ids_list', `must hold at most ${MAX_IDS} ids`);
  return { limit, offset };
}
