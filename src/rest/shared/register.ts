/** Hangs the endpoints of a surface on the HTTP server; the surface's dialect writes answers and errors. */
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { whileConnected } from '../../http/caller.js';

/** A request on its way to its answer. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Aborts when the caller is gone. */
  readonly signal: AbortSignal;
}

export interface Endpoint {
  readonly methods: readonly HTTPMethods[];
  readonly url: string;
  /** Whether HEAD does what GET does, without the body. */
  readonly hasHead: boolean;
}

/** How a surface writes what its endpoints answer, and what they refuse. */
export interface Dialect<E extends Endpoint> {
  readonly answer: (endpoint: E, exchange: Exchange) => Promise<unknown>;
  readonly sendError: (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply;
}

/** Registers endpoints whose bodies are read from the raw request. */
export function registerEndpoints<E extends Endpoint>(
  http: FastifyInstance,
  endpoints: readonly E[],
  { answer, sendError }: Dialect<E>,
): void {
  void http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.addHook('onRequest', (request, _reply, done) => {
      forgetMalformedType(request);
      done();
    });
    scope.setErrorHandler(sendError);
    for (const endpoint of endpoints) {
      scope.route({
        method: [...endpoint.methods],
        url: endpoint.url,
        exposeHeadRoute: endpoint.hasHead,
        handler: async (request, reply) =>
          answer(endpoint, { request, reply, signal: whileConnected(reply.raw) }),
      });
    }
  });
}

const MEDIA_TYPE = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/;

/** A Content-Type that is none says nothing: bodies are then taken for what the surface reads by default. */
function forgetMalformedType({ raw }: FastifyRequest): void {
  const type = raw.headers['content-type'];
  if (type !== undefined && !MEDIA_TYPE.test(type)) delete raw.headers['content-type'];
}
