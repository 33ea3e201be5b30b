/** Headers of the tus protocol that its library leaves to the server. */
import type { IncomingMessage } from 'node:http';
import { badInput, LoupeError } from '../../kernel/errors.js';

const OVERRIDE = 'x-http-method-override';
const METADATA = 'upload-metadata';
const PART_TYPE = 'application/offset+octet-stream';

export const TUS_VERSION = '1.0.0';

/**
 * Clients that cannot send every method send POST and name the method in a header, which then counts. An empty list of
 * metadata is none.
 *
 * @throws LoupeError BAD_USER_INPUT, METHOD_NOT_ALLOWED
 */
export function useOwnHeaders(request: IncomingMessage, isOfUpload: boolean): void {
  const metadata = request.headers[METADATA]?.toString();
  if (metadata?.trim() === '') removeHeader(request, METADATA);
  // Proxies that join headers put blanks behind the commas.
  else if (metadata !== undefined) setHeader(request, METADATA, metadata.replace(/\s*,\s*/g, ',').trim());
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

/**
 * The type that parts come as, without its parameters.
 *
 * @throws LoupeError UNSUPPORTED_MEDIA
 */
export function requirePartType(request: IncomingMessage): void {
  if (request.method !== 'PATCH') return;
  const [type = ''] = (request.headers['content-type'] ?? '').split(';');
  if (type.trim().toLowerCase() !== PART_TYPE) {
    throw new LoupeError('UNSUPPORTED_MEDIA', `Send the parts of a file as Content-Type: ${PART_TYPE}.`);
  }
  setHeader(request, 'content-type', PART_TYPE);
}

/** Whether a client speaks another version of the protocol. */
export function isOtherVersion({ headers }: IncomingMessage): boolean {
  const version = headers['tus-resumable'];
  return version !== undefined && version !== TUS_VERSION;
}

function setHeader(request: IncomingMessage, name: string, value: string): void {
  if (request.headers[name] === value) return;
  removeHeader(request, name);
  request.headers[name] = value;
  request.rawHeaders.push(name, value);
}

/** Both from the headers by name and from those as they came, which the library reads. */
function removeHeader({ headers, rawHeaders }: IncomingMessage, name: string): void {
  Reflect.deleteProperty(headers, name);
  const isName = (text: string, at: number) => at % 2 === 0 && text.toLowerCase() === name;
  for (let at = rawHeaders.findIndex(isName); at >= 0; at = rawHeaders.findIndex(isName))
    rawHeaders.splice(at, 2);
}
