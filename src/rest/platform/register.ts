/** Hangs the platform's REST surface on the HTTP server. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LoupeError } from '../../kernel/errors.js';
import { type PlatformContext, Call } from './call.js';
import { sendError } from './errors.js';
import { loginRoutes, sendLoginError } from '../../users/sessions/login.rest.js';
import { platformRoutes } from './routes.js';
import { authenticate } from '../shared/authenticate.js';
import { type Endpoint, type Exchange, registerEndpoints } from '../shared/register.js';
import type { Method } from '../shared/route.js';
import { entityTag, isFresh, refusePrecondition } from './conditions.js';
import { IDEMPOTENCY_KEY, onceFor, REPEATED_HEADER, takesKey } from './idempotency.js';
import { listAnswer, refuseFilters, tellPart } from './lists.js';
import type { Route } from './route.js';

/** Hangs the platform's REST surface on the HTTP server; addresses that nobody serves are answered in its form. */
export function registerPlatform(http: FastifyInstance, context: PlatformContext): void {
  http.setErrorHandler(sendError);
  http.setNotFoundHandler((request, reply) => {
    const elsewhere = context.answerElsewhere(request, reply);
    if (elsewhere !== null) return elsewhere;
    const path = request.url.split('?')[0] ?? '';
    return sendError(
      new LoupeError('NOT_FOUND', `Nothing is served at ${path.slice(0, 200)}.`),
      request,
      reply,
    );
  });
  registerRoutes(http, loginRoutes, context, sendLoginError);
  registerRoutes(http, platformRoutes, context);
}

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const CHANGES: ReadonlySet<Method> = new Set<Method>(['PUT', 'PATCH', 'DELETE']);

/** An address of the surface: a route, or the refusal of the methods that an address does not offer. */
interface PlatformEndpoint extends Endpoint {
  readonly answer: (exchange: Exchange) => Promise<FastifyReply>;
}

function registerRoutes(
  http: FastifyInstance,
  routes: readonly Route[],
  context: PlatformContext,
  errorHandler: typeof sendError = sendError,
): void {
  const served = routes.map((route): PlatformEndpoint => ({
    methods: [route.method],
    url: route.path,
    hasHead: true,
    answer: async (exchange) => answer(route, exchange, context),
  }));
  registerEndpoints(http, [...served, ...refusals(routes)], {
    answer: async (endpoint, exchange) => endpoint.answer(exchange),
    sendError: errorHandler,
  });
}

async function answer(
  route: Route,
  { request, reply, signal }: Exchange,
  context: PlatformContext,
): Promise<FastifyReply> {
  const viewer = await authenticate(request, route.authentication, context.services.auth);
  if (CHANGES.has(route.method) && route.isConditional !== true) refusePrecondition(request);
  const call = new Call(request, viewer, context, signal);
  if (route.isPaged === true) refuseFilters(call, route.query);
  const key = takesKey(route) ? call.header(IDEMPOTENCY_KEY) : null;
  const { answer: answered, isRepeated } =
    key === null ? { answer: await route.handle(call), isRepeated: false } : await onceFor(key, route, call);
  if (isRepeated) reply.header(REPEATED_HEADER, 'true');
  const { status } = answered;
  reply.code(status).header('Cache-Control', route.isSecret === true ? 'no-store' : 'private, no-cache');
  if (answered.status === 204) return reply.headers(answered.headers ?? {}).send();
  if ('download' in answered) {
    const { content, contentType, fileName } = answered.download;
    reply.header('Content-Disposition', `attachment; filename="${fileName}"`);
    return reply.type(contentType).send(content);
  }
  if (answered.part !== undefined) tellPart(call, reply, answered.part);
  const isCut = answered.part !== undefined;
  const body = isCut ? answered.body : await listAnswer(call, route, answered.body, reply);
  const json = JSON.stringify(body);
  reply.type('application/json; charset=utf-8');
  if (route.method !== 'GET') return reply.send(json);
  const etag = entityTag(json, answered.state);
  reply.header('ETag', etag);
  const lastModified = answered.state?.dateModified?.toUTCString();
  if (lastModified !== undefined) reply.header('Last-Modified', lastModified);
  return isFresh(request, etag) ? reply.code(304).send() : reply.send(json);
}

/** A known path with another method is distinguished from an unknown path. */
function refusals(routes: readonly Route[]): readonly PlatformEndpoint[] {
  const allowed = new Map<string, Set<Method>>();
  for (const { path, method } of routes) {
    for (const form of path.endsWith('/:id?') ? [path.slice(0, -5), path.slice(0, -1)] : [path]) {
      const key = form.toLowerCase();
      allowed.set(key, (allowed.get(key) ?? new Set()).add(method));
    }
  }
  return [...allowed]
    .map(([url, known]) => ({
      methods: methods.filter((method) => !known.has(method)),
      url,
      hasHead: true,
      answer: async ({ request, reply }: Exchange) => refuseMethod(request, reply, [...known].join(', ')),
    }))
    .filter((refusal) => refusal.methods.length > 0);
}

function refuseMethod(request: FastifyRequest, reply: FastifyReply, allowed: string): never {
  reply.header('Allow', allowed);
  throw new LoupeError('METHOD_NOT_ALLOWED', `${request.method} is not offered here; use ${allowed}.`);
}
