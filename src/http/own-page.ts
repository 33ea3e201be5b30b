/** Which page sends a request, as browsers tell it: no script can change these headers. */
import type { FastifyRequest } from 'fastify';
import { usedUrlOf } from './base-url.js';

/** The origin of the page that sends the request, for example `https://print.example`; null where it is not told. */
export function originOf({ headers }: FastifyRequest): string | null {
  return headers.origin !== undefined && URL.canParse(headers.origin) ? new URL(headers.origin).origin : null;
}

/**
 * Whether a page of this server sends the request. Browsers tell the origin with every POST, and the relation of both
 * sites wherever the connection is safe; one of the two has to be there, and neither may speak against it.
 */
export function isFromOwnPage(request: FastifyRequest, publicUrl: string | null): boolean {
  const { 'sec-fetch-site': site, origin } = request.headers;
  if (site !== undefined && site !== 'same-origin') return false;
  if (origin === undefined) return site === 'same-origin';
  const host = hostOf(origin);
  return (
    host !== null && [publicUrl, usedUrlOf(request)].some((base) => base !== null && host === hostOf(base))
  );
}

/** Name and port in lower case; null for what is no address, for example the `null` of hidden origins. */
function hostOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).host : null;
}
