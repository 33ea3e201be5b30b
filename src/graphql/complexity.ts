/**
 * What a document may cost: each field counts 1, times the rows of the lists around it. Connections count with the
 * rows that are asked for, other lists with a guess.
 */
import { type ComplexityPluginOptions, complexityFromQuery } from '@pothos/plugin-complexity';
import { type DocumentNode, GraphQLError, type GraphQLSchema, Kind } from 'graphql';
import type { Plugin } from 'graphql-yoga';

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

/** Says in `extensions.cost` of each answer with data what its document costs, and what one may cost. Streams of events have none. */
export function useCost(schema: GraphQLSchema): Plugin {
  return {
    onExecute: ({ args }) => ({
      onExecuteDone({ result, setResult }) {
        if (Symbol.asyncIterator in result || result.data == null) return;
        const { complexity } = complexityFromQuery(
          executed(args.document as DocumentNode, args.operationName as string | null | undefined),
          {
            schema,
            ctx: args.contextValue,
            variables: (args.variableValues ?? {}) as Record<string, unknown>,
          },
        );
        const cost = { requested: complexity, limit: MAX_COMPLEXITY };
        setResult({ ...result, extensions: { ...result.extensions, cost } });
      },
    }),
  };
}

/** A document without the operations that are not asked for. */
function executed(document: DocumentNode, operationName: string | null | undefined): DocumentNode {
  if (operationName == null) return document;
  const definitions = document.definitions.filter(
    (each) => each.kind !== Kind.OPERATION_DEFINITION || each.name?.value === operationName,
  );
  return { ...document, definitions };
}
