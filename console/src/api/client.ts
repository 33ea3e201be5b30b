/** The GraphQL client: a normalized cache, and one stream of events for each subscription. */
import { serverAddress } from './own-path';
import { cacheExchange } from '@urql/exchange-graphcache';
import { Client, fetchExchange, subscriptionExchange } from 'urql';
import { createClient as createEventClient } from 'graphql-sse';
import facts from './generated/schema-facts.json';
import { graphqlFetch, sessionHeaders } from './http';
import { connection } from './connection';
import { failedFieldsExchange } from './failed-fields';
import { optimistic } from './optimistic';
import { updates } from './updates';

/** Types whose `id` does not name one thing for everybody who asks: they stay inside what they came with. */
const NOT_BY_ID = [
  'Me',
  'Reference',
  'NearDuplicate',
  'FoundPicture',
  'EnrichedImage',
  'EnrichedAction',
  'SearchStep',
  // Passes by, and would fill the cache.
  'RecordedEvent',
  // Named from the place that is looked at, and read again after each change.
  'PrintedElement',
  'TextTableAction',
];

const WAIT_MS = 1000;

export function createGraphqlClient(): Client {
  const events = createEventClient({
    url: serverAddress('/graphql'),
    credentials: 'same-origin',
    headers: sessionHeaders,
    retryAttempts: Number.POSITIVE_INFINITY,
    retry: async () => {
      await connection.back();
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    },
  });
  return new Client({
    url: serverAddress('/graphql'),
    fetch: graphqlFetch,
    preferGetMethod: false,
    requestPolicy: 'cache-and-network',
    exchanges: [
      cacheExchange({
        possibleTypes: facts.possibleTypes,
        keys: Object.fromEntries([...facts.withoutId, ...NOT_BY_ID].map((name) => [name, () => null])),
        updates,
        optimistic,
      }),
      failedFieldsExchange,
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: ({ query = '', variables }) => ({
          subscribe: (sink) => ({
            unsubscribe: events.subscribe(
              { query, variables: variables as Record<string, unknown> },
              {
                next: (value) => sink.next(value as never),
                error: (error) => sink.error(error),
                complete: () => sink.complete(),
              },
            ),
          }),
        }),
      }),
    ],
  });
}
