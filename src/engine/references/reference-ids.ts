/** Ids that callers name references by. */
import { LoupeError } from '../../kernel/errors.js';
import { MAX_IDS } from '../search/search.rules.js';

/** Each once. @throws LoupeError TOO_MANY_IDS */
export function requireIds(imageIds: readonly string[]): readonly string[] {
  const ids = [...new Set(imageIds)];
  if (ids.length <= MAX_IDS) return ids;
  throw new LoupeError('TOO_MANY_IDS', `Give at most ${MAX_IDS} ids at once; there are ${ids.length}.`);
}

export type UnknownCode = 'UNKNOWN_IMAGE_ID' | 'IMAGE_TO_DELETE_NOT_FOUND';

export function throwUnknown(code: UnknownCode, imageId: string): never {
  throw new LoupeError(
    code,
    code === 'UNKNOWN_IMAGE_ID' ? 'Unknown image id' : `Image ${imageId.slice(0, 100)} was not found.`,
  );
}
