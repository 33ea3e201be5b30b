/** Rules that requests and documents of GraphQL keep beyond those of the specification. */
import type { FastifyRequest } from 'fastify';
import { LoupeError } from '../kernel/errors.js';
import type { Plugin } from 'graphql-yoga';
import { GraphQLError, type ValidationRule, type FieldNode, Kind, type ValueNode, visit } from 'graphql';
import { requireValidText, mayHoldInvalidText } from '../kernel/valid-text.js';
import { requestRefusal } from './request-errors.js';

/** Texts that are spelled in a document obey the same rule as those of variables, which JSON has been read by. */
export function useValidText(): Plugin {
  return {
    onParse({ params }) {
      return ({ result }) => {
        if (result instanceof Error || typeof params.source !== 'string') return;
        if (!mayHoldInvalidText(params.source)) return;
        try {
          visit(result, { [Kind.STRING]: (node) => requireValid(node) });
        } catch (error) {
          throw error instanceof LoupeError ? requestRefusal(error) : error;
        }
      };
    },
  };
}

function requireValid(node: ValueNode): void {
  if (node.kind === Kind.STRING) requireValidText(node.value, 'query');
}

/** Documents that are put together from parts may name a field in each. */
const MOST_REPETITIONS = 20;

const refuseRepeatedFields: ValidationRule = (context) => ({
  SelectionSet({ selections }) {
    const repeated = new Map<string, FieldNode[]>();
    for (const selection of selections) {
      if (selection.kind !== Kind.FIELD) continue;
      const name = (selection.alias ?? selection.name).value;
      repeated.set(name, [...(repeated.get(name) ?? []), selection]);
    }
    for (const [name, fields] of repeated) {
      if (fields.length <= MOST_REPETITIONS) continue;
      const message = `${name} is asked for ${fields.length} times at one place. Once is enough.`;
      context.reportError(new GraphQLError(message, { nodes: fields.slice(0, 1) }));
    }
  },
});

export function useRepeatedFields(): Plugin {
  return { onValidate: ({ addValidationRule }) => addValidationRule(refuseRepeatedFields) };
}

/** An object with a member `then` looks like a promise: JavaScript would wait for it, and the answer would fail. */
const refusePromiseAlias: ValidationRule = (context) => ({
  Field(node) {
    if (node.alias?.value !== 'then') return;
    const message = 'The alias then cannot be answered. Choose another name.';
    context.reportError(new GraphQLError(message, { nodes: node }));
  },
});

export function usePromiseAlias(): Plugin {
  return { onValidate: ({ addValidationRule }) => addValidationRule(refusePromiseAlias) };
}

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
