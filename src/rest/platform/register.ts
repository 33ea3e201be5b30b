/** Hangs the platform's REST surface on the HTTP server. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { LoupeError } from '../../errors.js';
import { whileConnected } from '../../http/caller.js';
import { authenticate } from '../shared/authenticate.js';
import { Call } from './call.js';
import type { PlatformContext } from './context.js';
import { sendError } from './errors.js';
import type { Method, Route } from './route.js';

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Registers routes whose bodies the handlers read themselves, from the raw request. */
export function registerRoutes(
  http: FastifyInstance,
  routes: readonly Route[],
  context: PlatformContext,
  errorHandler: typeof sendError = sendError,
): void {
  void http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.setErrorHandler(errorHandler);
    for (const route of routes) {
      scope.route({
        method: route.method,
        url: route.path,
        handler: (request, reply) => answer(route, request, reply, context),
      });
    }
    refuseOtherMethods(scope, routes);
  });
}

async function answer(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  context: PlatformContext,
): Promise<FastifyReply> {
  const viewer = await authenticate(request, route.authentication, context.services.auth);
  const call = new Call(request, viewer, context, whileConnected(reply.raw));
  const answered = await route.handle(call);
  const { status } = answered;
  const body = route.isPaged === true ? answered.body : pageOf(call, answered.body);
  reply.code(status).header('Cache-Control', 'private, no-cache');
  if (answered.status === 204) return reply.headers(answered.headers ?? {}).send();
  const json = JSON.stringify(body);
  reply.type('application/json; charset=utf-8');
  if (route.method !== 'GET') return reply.send(json);
  const etag = `"${createHash('sha256').update(json).digest('base64url').slice(0, 27)}"`;
  reply.header('ETag', etag);
  return isFresh(request, etag) ? reply.code(304).send() : reply.send(json);
}

/** The part of a list that `?skip=` and `?take=` ask for; anything else stays whole. */
function pageOf(call: Call, body: unknown): unknown {
  if (!Array.isArray(body)) return body;
  const skip = call.query.count('skip') ?? 0;
  const take = call.query.count('take') ?? body.length;
  return body.slice(skip, skip + take);
}

/** RFC 9110, 13.1.2: weak comparison against every tag of the list. */
function isFresh(request: FastifyRequest, etag: string): boolean {
  const tags =
    request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(etag) || tags.includes('*');
}

/** A known path with another method is told apart from an unknown path. */
function refuseOtherMethods(scope: FastifyInstance, routes: readonly Route[]): void {
  const allowed = new Map<string, Set<Method>>();
  for (const { path, method } of routes) {
    for (const form of path.endsWith('/:id?') ? [path.slice(0, -5), path.slice(0, -1)] : [path]) {
      const key = form.toLowerCase();
      allowed.set(key, (allowed.get(key) ?? new Set()).add(method));
    }
  }
  for (const [path, known] of allowed) {
    const others: HTTPMethods[] = methods.filter((method) => !known.has(method));
    if (others.length === 0) continue;
    scope.route({
      method: others,
      url: path,
      handler: (request, reply) => {
        reply.header('Allow', [...known].join(', '));
        throw new LoupeError(
          'METHOD_NOT_ALLOWED',
          `${request.method} is not offered here; use ${[...known].join(', ')}.`,
        );
      },
    });
  }
}
