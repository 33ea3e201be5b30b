/** What errors of all surfaces have in common, whatever their bodies look like. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LoupeError } from '../errors.js';

/** Sets the status of an error and the headers that go with it. */
export function refuse(reply: FastifyReply, { status }: LoupeError): FastifyReply {
  if (status === 401) reply.header('WWW-Authenticate', 'Bearer');
  if (status === 429 || status === 503) reply.header('Retry-After', '5');
  return reply.code(status);
}

/** The error itself when it is expected; any other one is logged and masked. */
export function expected(error: unknown, request: FastifyRequest, maskedMessage: string): LoupeError {
  if (error instanceof LoupeError) return error;
  request.log.error({ err: error, method: request.method, url: request.url }, 'request failed');
  return new LoupeError('INTERNAL_SERVER_ERROR', maskedMessage);
}
