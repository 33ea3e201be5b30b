/** Gives every request an id, and reports every answer to the log and to the diagnostics events. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { forRequest, type RequestNotes } from '../kernel/current-request.js';
import { diagnosticsEvents } from '../kernel/diagnostics-events.js';
import { newRandomId } from '../kernel/ids.js';

/** An id that another service gave: no more than what log lines and headers bear. */
const FOREIGN_ID = /^[\w.:+/=-]{1,128}$/;
/** Asked for by machines every few seconds. */
const QUIET = /^\/(health|metrics)\b/;
const MAX_PATH = 500;
const MAX_USER_AGENT = 300;
const FILE_ID_LENGTH = 36;
/** In the log of other servers, too, the status of a request whose caller left before the answer. */
const CALLER_LEFT = 499;

/** The caller's `X-Request-Id` where it is sound, else a new one. */
export function requestIdOf(headers: Readonly<Record<string, string | string[] | undefined>>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && FOREIGN_ID.test(given) ? given : newRandomId();
}

/** Must be the first hook, so that it also reports what other hooks refuse. */
export function observeRequests(http: FastifyInstance): void {
  http.addHook('onRequest', (request, reply, done) => {
    const notes = newNotes(request);
    const since = performance.now();
    reply.header('X-Request-Id', request.id);
    reply.raw.once('close', () => {
      const status = reply.raw.writableFinished ? reply.statusCode : CALLER_LEFT;
      const tookMs = Math.round((performance.now() - since) * 10) / 10;
      const operation = notes.operation ?? `${request.method} ${request.routeOptions.url ?? '(other)'}`;
      diagnosticsEvents.answered.publish({
        requestId: notes.id,
        operation,
        status,
        code: notes.code ?? '',
        tookMs,
        organizationId: notes.organizationId,
        traceparent: notes.traceparent,
        span: notes.span,
      });
      const line = { ...lineOf(request, notes), operation, status, tookMs };
      if (QUIET.test(request.url)) http.log.debug(line, 'answered');
      else http.log.info(line, 'answered');
    });
    forRequest(notes, done);
  });
}

function newNotes({
  id,
  ip: address,
  headers: { traceparent, 'user-agent': userAgent = '' },
}: FastifyRequest): RequestNotes {
  return {
    id,
    operation: null,
    code: null,
    viewerKind: 'anonymous',
    organizationId: null,
    userId: null,
    tokenId: null,
    address,
    userAgent: userAgent.slice(0, MAX_USER_AGENT),
    limit: null,
    traceparent: typeof traceparent === 'string' ? traceparent : null,
    span: null,
  };
}

function lineOf(
  request: FastifyRequest,
  { id, code, viewerKind, organizationId, userId, tokenId }: RequestNotes,
) {
  return {
    requestId: id,
    method: request.method,
    path: pathOf(request),
    ...(code === null ? {} : { code }),
    viewer: viewerKind,
    organizationId,
    ...(userId === null ? {} : { userId }),
    ...(tokenId === null ? {} : { tokenId }),
    address: request.ip,
  };
}

/** Without the query, which holds keys of applications, and without what opens a file. */
function pathOf({ url, routeOptions, params }: FastifyRequest): string {
  if (routeOptions.url !== '/files/:address') return (url.split('?')[0] ?? '').slice(0, MAX_PATH);
  const { address = '' } = params as { readonly address?: string };
  return `/files/${address.slice(0, FILE_ID_LENGTH)}`;
}
