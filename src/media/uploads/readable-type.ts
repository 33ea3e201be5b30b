/** What files this server can read. */
import { LoupeError } from '../../kernel/errors.js';
import { type MediaType, refusalOf, sniff } from './file-type.js';
import { readsHeic } from '../pictures/sharp.js';

/**
 * The type of a file, by its bytes.
 *
 * @param otherwise what callers learn about a file of no known type
 * @throws LoupeError UNSUPPORTED_MEDIA for a type that is not known, or that this server has no decoder for
 */
export function readableType(bytes: Buffer, otherwise: string): MediaType {
  const type = sniff(bytes);
  if (type !== null && (type !== 'image/heic' || readsHeic)) return type;
  throw new LoupeError('UNSUPPORTED_MEDIA', refusalOf(bytes, otherwise));
}
