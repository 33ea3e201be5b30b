/**
 * What a document may cost: each field counts 1, times the rows of the lists around it. Connections count with the
 * rows that are asked for, other lists with a guess.
 */
import type { ComplexityPluginOptions } from '@pothos/plugin-complexity';
import { GraphQLError } from 'graphql';

/** Screens of a front-end stay below a third of it; see the tests. */
const MAX_COMPLEXITY = 75_000;

/** Rows of a list without arguments: pages of a document, zones of a page, titles by language. */
const LIST_ROWS = 10;

/** Rows that a connection answers with when nothing is said. */
export const DEFAULT_PAGE_SIZE = 20;
export const MAX_PAGE_SIZE = 100;

interface PageArguments {
  readonly first?: unknown;
  readonly last?: unknown;
}

/** Cost of a connection: what one row costs, as often as there are rows. */
export function connectionComplexity({ first, last }: PageArguments): { field: number; multiplier: number } {
  const rows = typeof first === 'number' ? first : typeof last === 'number' ? last : DEFAULT_PAGE_SIZE;
  // More rows than allowed are refused by the list itself, in words that fit.
  return { field: 1, multiplier: Math.min(Math.max(rows, 1), MAX_PAGE_SIZE) };
}

export const complexityOptions = {
  limit: { complexity: MAX_COMPLEXITY },
  defaultComplexity: 1,
  defaultListMultiplier: LIST_ROWS,
  complexityError: (_kind, { complexity, maxComplexity }) =>
    new GraphQLError(
      `This document costs ${complexity}, more than ${maxComplexity ?? 0}. Ask for shorter lists, or for less of each element.`,
      { extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } },
    ),
} satisfies ComplexityPluginOptions<never>;
