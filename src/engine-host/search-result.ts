import { diagnosticsEvents } from '../kernel/diagnostics-events.js';
import type { DecodedPhoto } from './decoded-photo.js';
import type { NativeSearchResult } from './native.js';
import type { SearchHit, SearchResult } from './types.js';

/** What the engine found, with the ids of the indexes that were searched. */
export function resultOf(
  found: NativeSearchResult,
  indexIds: readonly string[],
  decodedBeforeMs = 0,
): SearchResult {
  const hits = found.hits.map(({ index, ...hit }): SearchHit => ({ ...hit, indexId: indexIds[index] ?? '' }));
  const { decodeMs, extractMs, searchMs, verifyMs } = found.timing;
  const timing = { decodeMs: decodeMs + decodedBeforeMs, extractMs, searchMs, verifyMs };
  const { queryKeypointCount, isFirstLookEnough } = found;
  return { hits, queryKeypointCount, isFirstLookEnough, timing };
}

/** The answer to a decoded photo that shows nothing. */
export function nothingIn({ decodeMs }: DecodedPhoto): SearchResult {
  const timing = { decodeMs, extractMs: 0, searchMs: 0, verifyMs: 0 };
  diagnosticsEvents.searched.publish(timing);
  return { hits: [], queryKeypointCount: 0, isFirstLookEnough: true, timing };
}
