/** Hangs every surface on the HTTP server. */
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.js';
import type { Services } from './services.js';

export function registerSurfaces(_http: FastifyInstance, _services: Services, _config: Config): void {
  return;
}
