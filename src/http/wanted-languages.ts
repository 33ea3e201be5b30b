/** The languages that a browser asks for (`Accept-Language`). */
import type { IncomingHttpHeaders } from 'node:http';

/** As it writes them, the first one first, without weights; one empty text where it names none. */
export function wantedLanguages({ 'accept-language': header = '' }: IncomingHttpHeaders): readonly string[] {
  return header.split(',').map((each) => each.split(';')[0]?.trim() ?? '');
}
