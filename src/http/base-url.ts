/** Where addresses in answers lead, and which page sends a request. */
import type { FastifyRequest } from 'fastify';
import { hostname } from 'node:os';
import { isIP } from 'node:net';

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

/** Names of the machine for people at it or in its network. */
const OWN_NAMES: ReadonlySet<string> = new Set(
  ['localhost', hostname(), `${hostname()}.local`].map((name) => name.toLowerCase()),
);

/**
 * What addresses in answers begin with: the public address; else the one that the caller used, where it can only be this
 * machine's (a number, or its own name); else the one that the caller reached. A foreign name in the header Host, which
 * anybody can send, leads nowhere.
 */
export function baseUrlOf(request: FastifyRequest, publicUrl: string | null): string {
  if (publicUrl !== null) return publicUrl;
  const used = isOwn(request.hostname) ? request.host : reachedAddress(request);
  return `${request.protocol}://${used}`;
}

/**
 * The path that a proxy in front of this server takes off, without a slash at its end: `/loupe` of
 * `https://press.example/loupe`; empty for none.
 */
export function publicPathOf(publicUrl: string | null): string {
  return publicUrl === null ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '');
}

/** An address as this server knows it, also behind a proxy that leaves its own path before it. */
export function withoutPublicPath(url: string, publicPath: string): string {
  if (publicPath === '' || !url.startsWith(publicPath)) return url;
  const rest = url.slice(publicPath.length);
  if (rest === '' || rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : url;
}

/** The address that the caller used, unverified: compare it with other values of the caller, and never send it. */
export function usedUrlOf({ protocol, host }: FastifyRequest): string {
  return `${protocol}://${host}`;
}

function isOwn(name: string): boolean {
  const plain = name.replace(/^\[|\]$/g, '').toLowerCase();
  return isIP(plain) !== 0 || OWN_NAMES.has(plain) || plain.endsWith('.localhost');
}

function reachedAddress({ socket }: FastifyRequest): string {
  const address = (socket.localAddress ?? 'localhost').replace(/^::ffff:/, '');
  return `${address.includes(':') ? `[${address}]` : address}:${socket.localPort ?? 80}`;
}
