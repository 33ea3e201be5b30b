import type { FastifyInstance } from 'fastify';

/** Why requests cannot be served now: names, no details, because strangers may ask. */
export type NotReadyReason =
  | 'shutting down'
  | 'database'
  | 'engine'
  | 'indexes'
  | 'searchers'
  | 'disk'
  | 'files';

export interface HealthSource {
  /** Empty when requests can be served. */
  check(): Promise<readonly NotReadyReason[]>;
  /** Names of the work beside requests that failed the last time it ran. */
  readonly failedWork: readonly string[];
}

/**
 * `/health/live`: the process is up. `/health/ready`: it can serve, and where it cannot, for which reasons; and which work beside
 * requests has failed, which keeps no server from serving.
 */
export function registerHealth(app: FastifyInstance, source: HealthSource): void {
  app.get('/health/live', () => ({ status: 'ok' }));
  app.get('/health/ready', async (_request, reply) => {
    const reasons = await source.check();
    reply.header('Cache-Control', 'no-store');
    const { failedWork } = source;
    const failed = failedWork.length === 0 ? {} : { failed: failedWork };
    if (reasons.length === 0) return { status: 'ready', ...failed };
    reply.code(503).header('Retry-After', '2');
    return { status: 'not ready', reasons, ...failed };
  });
}
