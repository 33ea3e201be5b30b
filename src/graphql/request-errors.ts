/** Refusals of a request before its document runs, in the form of GraphQL. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import type { LoupeError } from '../kernel/errors.js';
import { expected, refuse } from '../http/errors.js';

export const MASKED_MESSAGE =
  'Something went wrong on the server. Try again; if it happens again, tell the operator the time.';

/** Code and wrong members of an expected error, as GraphQL answers show them. */
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
  const known = expected(error, request, MASKED_MESSAGE);
  return refuse(reply, known)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorsOf(known)));
}

/** An answer that holds one error and nothing else. */
export function errorsOf(error: LoupeError) {
  return { errors: [{ message: error.message, extensions: extensionsOf(error) }] };
}
