/** Asks without a log-in: what a link shows needs none. */
import type { TadaDocumentNode } from 'gql.tada';
import { createClient, fetchExchange } from '@urql/core';
import { serverAddress } from '../../api/own-path';

export const client = createClient({
  url: serverAddress('/graphql'),
  exchanges: [fetchExchange],
  preferGetMethod: false,
  fetchOptions: { credentials: 'omit' },
});

/** The answer to the code of a link; null for one that is unknown, revoked or too old. @throws Error when the server is not reached */
export async function askByLink<Result, Variables extends object>(
  document: TadaDocumentNode<Result, Variables>,
  variables: Variables,
): Promise<Result | null> {
  const { data, error } = await client.query(document, variables).toPromise();
  if (data !== undefined && data !== null) return data;
  if (error?.networkError !== undefined) throw error;
  return null;
}
