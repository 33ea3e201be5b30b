/** Asks without a log-in: what a link shows needs none. */
import { createClient, fetchExchange } from '@urql/core';
import { serverAddress } from '../../api/own-path';

export const client = createClient({
  url: serverAddress('/graphql'),
  exchanges: [fetchExchange],
  preferGetMethod: false,
  fetchOptions: { credentials: 'omit' },
});
