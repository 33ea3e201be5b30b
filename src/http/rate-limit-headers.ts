/**
 * Headers with what is left of the limit that the caller is closest to: `RateLimit-Limit`, `-Remaining`, `-Reset` (seconds) and
 * `-Policy`, as draft-ietf-httpapi-ratelimit-headers-06 has them, and `Retry-After` where they are over it.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { currentLimit, type LimitNote } from '../kernel/current-request.js';

export const rateLimitHeaders = [
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'RateLimit-Policy',
] as const;

export function useRateLimitHeaders(http: FastifyInstance): void {
  http.addHook('onSend', (_request, reply, payload, done) => {
    const note = currentLimit();
    if (note !== null) tellLimit(reply, note);
    done(null, payload);
  });
}

function tellLimit(reply: FastifyReply, { limit, windowS, remaining, resetS }: LimitNote): void {
  reply.headers({
    'RateLimit-Limit': limit,
    'RateLimit-Remaining': remaining,
    'RateLimit-Reset': resetS,
    'RateLimit-Policy': `${limit};w=${windowS}`,
  });
  if (reply.statusCode === 429) reply.header('Retry-After', resetS);
}
