/**
 * `/metrics`, for monitoring. Without a token of its own it answers programs on the same machine
 * only, because the figures show how busy each operation is.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LoupeError } from '../../kernel/errors.js';
import type { Metrics } from './metrics.js';

const LOOPBACK = /^(127(\.\d+){3}|::1|::ffff:127(\.\d+){3})$/;
/** What a proxy adds, and what a browser adds for a page of another address. */
const FROM_ELSEWHERE = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via', 'origin'];

/** @param token what to send as `Authorization: Bearer …`; null answers this machine alone */
export function registerMetrics(http: FastifyInstance, metrics: Metrics, token: string | null): void {
  http.get('/metrics', async (request: FastifyRequest, reply: FastifyReply) => {
    if (token === null) requireThisMachine(request);
    else requireToken(request, token);
    return reply
      .header('Cache-Control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.text());
  });
  http.addHook('onClose', () => metrics.close());
}

/** @throws LoupeError FORBIDDEN */
function requireThisMachine({ socket, headers }: FastifyRequest): void {
  const isDirect = FROM_ELSEWHERE.every((name) => headers[name] === undefined);
  if (isDirect && LOOPBACK.test(socket.remoteAddress ?? '')) return;
  throw new LoupeError(
    'FORBIDDEN',
    'Metrics are for programs on this machine. Set LOUPE_METRICS_TOKEN to read them from elsewhere.',
  );
}

/** @throws LoupeError UNAUTHENTICATED */
function requireToken({ headers }: FastifyRequest, token: string): void {
  const sent = /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  if (timingSafeEqual(digest(sent), digest(token))) return;
  throw new LoupeError('UNAUTHENTICATED', 'Send the header "Authorization: Bearer <LOUPE_METRICS_TOKEN>".');
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
