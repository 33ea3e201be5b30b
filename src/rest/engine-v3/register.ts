/** Hangs the engine's management interface on the HTTP server. Errors are problem details (RFC 9457). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { LoupeError } from '../../kernel/errors.js';
import { expected, refuse } from '../../http/errors.js';
import { type Exchange, registerEndpoints } from '../shared/register.js';
import { applicationRoutes } from './application.routes.js';
import { EngineCall, type EngineV3Context } from './call.js';
import { appearanceRoutes } from './appearance.routes.js';
import { referenceRoutes } from './reference.routes.js';
import { BASE, type EngineRoute } from './route.js';
import { searchRoutes } from './search.routes.js';

export const engineV3Routes: readonly EngineRoute[] = [
  ...applicationRoutes,
  ...referenceRoutes,
  ...searchRoutes,
  ...appearanceRoutes,
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
  const endpoints = engineV3Routes.map((route) => ({
    methods: [route.method],
    url: `${BASE}${route.path}`,
    hasHead: true,
    route,
  }));
  registerEndpoints(http, endpoints, {
    answer: async ({ route }, exchange) => answer(route, exchange, context),
    sendError: sendProblem,
  });
}

async function answer(
  { key, status, handle }: EngineRoute,
  { request, reply, signal }: Exchange,
  context: EngineV3Context,
): Promise<FastifyReply> {
  const body = await handle(new EngineCall(request, context, key, signal));
  reply.code(status).header('Cache-Control', 'no-store');
  if (status === 204) return reply.send();
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
}

/** Sends a problem document. */
function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = expected(
    error,
    request,
    'The server failed. Try again; if it happens again, tell the operator.',
  );
  return refuse(reply, known)
    .type(PROBLEM_TYPE)
    .send(JSON.stringify(problemBody(known)));
}

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/** The problem document of an error. */
export function problemBody({ message: title, status, code, engineCode, fields }: LoupeError) {
  return { title, status, code, engineCode, fields };
}
