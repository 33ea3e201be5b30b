/** What errors of all surfaces have in common, whatever their bodies look like. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { noteError } from '../kernel/current-request.js';
import { databaseAway, isDatabaseAway, diskFull, isDiskFull } from '../kernel/outages.js';
import { type ErrorCode, LoupeError } from '../kernel/errors.js';

/** Sets the status of an error and the headers that go with it. */
export function refuse(reply: FastifyReply, { status }: LoupeError): FastifyReply {
  if (status === 401) reply.header('WWW-Authenticate', 'Bearer');
  if (status === 429 || status === 503 || status === 507) reply.header('Retry-After', '5');
  return reply.code(status);
}

const codesByStatus: Readonly<Record<number, ErrorCode>> = {
  413: 'PAYLOAD_TOO_LARGE',
  414: 'BAD_USER_INPUT',
  415: 'UNSUPPORTED_MEDIA',
};

/** Fastify's own refusals (unreadable request, too large, …) carry a 4xx status. */
function ofFramework(error: unknown): LoupeError | null {
  if (!(error instanceof Error) || !('statusCode' in error)) return null;
  const status = Number(error.statusCode);
  if (!(status >= 400 && status < 500)) return null;
  return new LoupeError(codesByStatus[status] ?? 'BAD_USER_INPUT', error.message);
}

/** Nothing that a caller did: what keeps the data has no room, or does not answer. */
function ofStorage(error: unknown): LoupeError | null {
  if (isDiskFull(error)) return diskFull(error);
  return isDatabaseAway(error) ? databaseAway(error) : null;
}

/** The error itself when it is expected; any other one is logged and masked. */
export function expected(error: unknown, request: FastifyRequest, maskedMessage: string): LoupeError {
  const known = error instanceof LoupeError ? error : (ofStorage(error) ?? ofFramework(error));
  noteError(known?.code ?? 'INTERNAL_SERVER_ERROR');
  if (known !== null) return known;
  request.log.error({ err: error, method: request.method, url: request.url }, 'request failed');
  return new LoupeError('INTERNAL_SERVER_ERROR', maskedMessage);
}
