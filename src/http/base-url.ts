import type { FastifyRequest } from 'fastify';

/**
 * What addresses in answers begin with: the public address, else the one that the caller used, else (HTTP/1.0 tells no
 * host) the one that the caller reached.
 */
export function baseUrlOf(request: FastifyRequest, publicUrl: string | null): string {
  if (publicUrl !== null) return publicUrl;
  return `${request.protocol}://${request.host === '' ? reachedAddress(request) : request.host}`;
}

function reachedAddress({ socket }: FastifyRequest): string {
  const address = (socket.localAddress ?? 'localhost').replace(/^::ffff:/, '');
  return `${address.includes(':') ? `[${address}]` : address}:${socket.localPort ?? 80}`;
}
