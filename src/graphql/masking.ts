/** One policy for errors that are not data: expected ones keep code and message, everything else is masked. */
import { GraphQLError } from 'graphql';
import { databaseAway, isDatabaseAway } from '../kernel/database-away.js';
import { LoupeError } from '../kernel/errors.js';
import { extensionsOf, MASKED_MESSAGE } from './request-errors.js';

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
