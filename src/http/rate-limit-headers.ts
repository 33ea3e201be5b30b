/**
 * Tells callers what is left of the limit that they are nearest to: `RateLimit-Limit`, `-Remaining`, `-Reset` (seconds) and
 * `-Policy`, as draft-ietf-httpapi-ratelimit-headers-06 has them, and `Retry-After` where they are over it.
 */
import type { FastifyInstance } from 'fastify';
import { currentLimit } from '../current-request.js';

export const rateLimitHeaders = [
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'RateLimit-Policy',
] as const;

export function useRateLimitHeaders(http: FastifyInstance): void {
  http.addHook('onSend', async (_request, reply) => {
    const note = currentLimit();
    if (note === null) return;
    const { limit, windowS, remaining, resetS } = note;
    reply.headers({
      'RateLimit-Limit': limit,
      'RateLimit-Remaining': remaining,
      'RateLimit-Reset': resetS,
      'RateLimit-Policy': `${limit};w=${windowS}`,
    });
    if (reply.statusCode === 429) reply.header('Retry-After', resetS);
  });
}
