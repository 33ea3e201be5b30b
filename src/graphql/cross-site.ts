/** Requests by GET that a page of another site could have sent without asking the server first. */
import type { FastifyRequest } from 'fastify';
import { LoupeError } from '../kernel/errors.js';

/** A page may set none of these for another site without a preflight. */
const PROOFS = [
  'graphql-require-preflight',
  'apollo-require-preflight',
  'x-loupe-console',
  'authorization',
  'apikey',
];

/**
 * Documents that are known by their id pass: what they ask was decided by the operator.
 *
 * @throws LoupeError BAD_USER_INPUT
 */
export function requireOwnWill({ method, headers, query }: FastifyRequest): void {
  if (method !== 'GET' || PROOFS.some((name) => headers[name] !== undefined)) return;
  if (typeof query === 'object' && query !== null && !('query' in query)) return;
  throw new LoupeError(
    'BAD_USER_INPUT',
    'Send documents by POST as JSON, or with the header GraphQL-Require-Preflight: 1.',
  );
}
