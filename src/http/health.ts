import type { FastifyInstance } from 'fastify';

export interface HealthSource {
  /** Whether requests can be served now; the reason when not. */
  check(): Promise<{ readonly isReady: boolean; readonly reason?: string }>;
}

/** `/health/live`: the process is up. `/health/ready`: it can serve. No details are given to strangers. */
export function registerHealth(app: FastifyInstance, source: HealthSource): void {
  app.get('/health/live', () => ({ status: 'ok' }));
  app.get('/health/ready', async (_request, reply) => {
    const { isReady } = await source.check();
    if (!isReady) reply.code(503).header('Retry-After', '2');
    return { status: isReady ? 'ready' : 'not ready' };
  });
}
