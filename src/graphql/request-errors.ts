/** Refusals of a request before its document runs, in the form of GraphQL. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import { type ErrorCode, LoupeError } from '../errors.js';
import { expected, refuse } from '../http/errors.js';

export const MASKED_MESSAGE =
  'Something went wrong on the server. Try again; if it stays, tell the operator the time.';

/** What Fastify refuses itself. */
const codesByStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'BAD_USER_INPUT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA',
};

/** Code and wrong members of an expected error, as GraphQL tells them. */
export function extensionsOf({ code, fields }: LoupeError) {
  const wrong = Object.entries(fields).map(([path, messages]) => ({ path, messages }));
  return { code, ...(wrong.length > 0 ? { fields: wrong } : {}) };
}

/** The error that Yoga answers with the HTTP status that belongs to it. */
export function requestRefusal(error: LoupeError): GraphQLError {
  return new GraphQLError(error.message, {
    extensions: { ...extensionsOf(error), http: { status: error.status } },
  });
}

/** Sends what went wrong before GraphQL had the request. */
export function sendGraphqlError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = expected(ofFramework(error) ?? error, request, MASKED_MESSAGE);
  return refuse(reply, known)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ errors: [{ message: known.message, extensions: extensionsOf(known) }] }));
}

function ofFramework(error: unknown): LoupeError | null {
  if (!(error instanceof Error) || !('statusCode' in error)) return null;
  const code = codesByStatus[Number(error.statusCode)];
  return code === undefined ? null : new LoupeError(code, error.message);
}
