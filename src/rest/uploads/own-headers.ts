/** Headers of the tus protocol that its library leaves to the server. */
import type { IncomingMessage } from 'node:http';
import { badInput, LoupeError } from '../../kernel/errors.js';

const OVERRIDE = 'x-http-method-override';
const METADATA = 'upload-metadata';

/**
 * Clients that cannot send every method send POST and name the method in a header, which then counts. An empty list of
 * metadata is none.
 *
 * @throws LoupeError BAD_USER_INPUT, METHOD_NOT_ALLOWED
 */
export function useOwnHeaders(request: IncomingMessage, isOfUpload: boolean): void {
  if (request.headers[METADATA]?.toString().trim() === '') removeHeader(request, METADATA);
  const named = request.headers[OVERRIDE]?.toString().trim().toUpperCase();
  const known = isOfUpload ? ['PATCH', 'HEAD', 'DELETE'] : ['POST'];
  if (named === undefined) {
    if (request.method === undefined || known.includes(request.method)) return;
    throw new LoupeError(
      'METHOD_NOT_ALLOWED',
      `An upload takes ${known.join(', ')}; clients that can only send POST name one of them in X-HTTP-Method-Override.`,
    );
  }
  if (!known.includes(named)) {
    throw badInput(
      'X-HTTP-Method-Override',
      `may be ${known.join(', ')} at this address, not ${named.slice(0, 20)}`,
    );
  }
  request.method = named;
}

/** Both from the headers by name and from those as they came, which the library reads. */
function removeHeader({ headers, rawHeaders }: IncomingMessage, name: string): void {
  Reflect.deleteProperty(headers, name);
  const isName = (text: string, at: number) => at % 2 === 0 && text.toLowerCase() === name;
  for (let at = rawHeaders.findIndex(isName); at >= 0; at = rawHeaders.findIndex(isName))
    rawHeaders.splice(at, 2);
}
