/** Refusals of a request before its document runs, in the form of GraphQL. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import { LoupeError } from '../kernel/errors.js';
import { expected, refuse } from '../http/errors.js';
import { databaseAway, isDatabaseAway } from '../kernel/outages.js';

/** One policy for errors that are not data: expected ones keep code and message, everything else is masked. */
export function maskError(error: unknown, report: (cause: unknown) => void): Error {
  const thrown = error instanceof GraphQLError ? error.originalError : error;
  const cause = isDatabaseAway(thrown) ? databaseAway(thrown) : thrown;
  if (cause instanceof LoupeError) {
    return new GraphQLError(cause.message, {
      ...(error instanceof GraphQLError ? { nodes: error.nodes, path: error.path } : {}),
      extensions: extensionsOf(cause),
    });
  }
  // Errors of the document itself (syntax, validation, limits) are for the caller.
  if (error instanceof GraphQLError && cause === undefined) return error;
  if (cause instanceof GraphQLError && cause.originalError === undefined) return cause;
  report(cause ?? error);
  return new GraphQLError(MASKED_MESSAGE, {
    ...(error instanceof GraphQLError ? { nodes: error.nodes, path: error.path } : {}),
    extensions: { code: 'INTERNAL_SERVER_ERROR' },
  });
}

const MASKED_MESSAGE =
  'Something went wrong on the server. Try again; if it happens again, tell the operator the time.';

/** Code and wrong members of an expected error, as GraphQL answers show them. */
function extensionsOf({ code, fields }: LoupeError) {
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
  const known = expected(error, request, MASKED_MESSAGE);
  return refuse(reply, known)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorsOf(known)));
}

/** An answer that holds one error and nothing else. */
export function errorsOf(error: LoupeError) {
  return { errors: [{ message: error.message, extensions: extensionsOf(error) }] };
}
