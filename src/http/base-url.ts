/** Where addresses in answers lead. */
import { hostname } from 'node:os';
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

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
