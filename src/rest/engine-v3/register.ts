/** Hangs the engine's management interface on the HTTP server. Errors are problem details (RFC 9457). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { LoupeError } from '../../errors.js';
import { whileConnected } from '../../http/caller.js';
import { applicationRoutes } from './application.routes.js';
import { EngineCall, type EngineV3Context } from './call.js';
import { lookRoutes } from './look.routes.js';
import { referenceRoutes } from './reference.routes.js';
import { BASE, type EngineRoute } from './route.js';
import { searchRoutes } from './search.routes.js';

export const engineV3Routes: readonly EngineRoute[] = [
  ...applicationRoutes,
  ...referenceRoutes,
  ...searchRoutes,
  ...lookRoutes,
];

export const problemShape = z
  .object({
    title: z.string().describe('What is wrong and what to do'),
    status: z.int(),
    code: z.string().describe('Name in the error catalogue'),
    engineCode: z.int().describe('The number that the engine API answers for it'),
    fields: z.record(z.string(), z.array(z.string())).describe('What is wrong with each field'),
  })
  .meta({ id: 'EngineProblem', description: 'Why a call was refused' });

export function registerEngineV3(http: FastifyInstance, context: EngineV3Context): void {
  void http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.setErrorHandler(sendProblem);
    for (const route of engineV3Routes) {
      scope.route({
        method: route.method,
        url: `${BASE}${route.path}`,
        handler: async (request, reply) => {
          const body = await route.handle(
            new EngineCall(request, context, route.key, whileConnected(reply.raw)),
          );
          reply.code(route.status).header('Cache-Control', 'no-store');
          return route.status === 204
            ? reply.send()
            : reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
        },
      });
    }
  });
}

function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!(error instanceof LoupeError)) {
    request.log.error({ err: error, method: request.method, url: request.url }, 'engine request failed');
  }
  const known =
    error instanceof LoupeError
      ? error
      : new LoupeError(
          'INTERNAL_SERVER_ERROR',
          'The server failed. Try again; if it lasts, tell the operator.',
        );
  const { message: title, status, code, engineCode, fields } = known;
  if (status === 401) reply.header('WWW-Authenticate', 'Bearer');
  if (status === 429 || status === 503) reply.header('Retry-After', '5');
  const body = { title, status, code, engineCode, fields };
  return reply.code(status).type('application/problem+json; charset=utf-8').send(JSON.stringify(body));
}
