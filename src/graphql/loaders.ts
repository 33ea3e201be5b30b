/** Loaders that live as long as one request: what many resolvers ask for at once is fetched in one go. */
import { createContextCache } from '@pothos/core';
import { clearAllDataLoaders } from '@pothos/plugin-dataloader';
import DataLoader from 'dataloader';
import type { GraphQLSchema } from 'graphql';
import { whenNothingIsWaitedFor } from '../kernel/current-request.js';
import type { GraphqlContext } from './context.js';

const loadersOf = createContextCache((_context: GraphqlContext) => new Set<{ clearAll(): unknown }>());

/**
 * Options of every loader: what is asked for until the request has nothing else to do at once goes into one batch. By
 * default a batch closes after a few steps of promises, so that one more `await` on the way to a field splits it; and
 * what gives way to others, or reads in a thread, has more to ask for when it goes on.
 */
export const batched = {
  // Larger batches take long to assemble, and SQL limits the values of one statement.
  maxBatchSize: 500,
  batchScheduleFn: (load: () => void): void => void setImmediate(() => whenNothingIsWaitedFor(load)),
};

/**
 * A loader for each request. Keys are compared by their JSON.
 *
 * @param load answers the keys in their order; an Error as an answer fails that key alone
 */
export function requestLoader<Key, Value>(
  load: (context: GraphqlContext, keys: readonly Key[]) => Promise<readonly (Value | Error)[]>,
): (context: GraphqlContext) => DataLoader<Key, Value, string> {
  return createContextCache((context: GraphqlContext) => {
    const loader = new DataLoader<Key, Value, string>((keys) => load(context, keys), {
      ...batched,
      cacheKeyFn: (key) => JSON.stringify(key),
    });
    loadersOf(context).add(loader);
    return loader;
  });
}

/** Forgets what was loaded, because it may have changed since. */
export function forgetLoaded(context: GraphqlContext): void {
  clearAllDataLoaders(context);
  for (const loader of loadersOf(context)) loader.clearAll();
}

/**
 * Mutations of one document run one after the other: each begins and ends with nothing loaded, so that none answers
 * with what another one has changed.
 */
export function forgetBetweenMutations(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const { resolve } = field;
    if (resolve === undefined) continue;
    field.resolve = async (source, args: unknown, context: GraphqlContext, info): Promise<unknown> => {
      forgetLoaded(context);
      const result: unknown = await resolve(source, args, context, info);
      forgetLoaded(context);
      return result;
    };
  }
  return schema;
}
