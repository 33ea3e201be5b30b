/** urql with the typed documents of @loupe-print/client. */
import { env } from 'node:process';
import { Client, fetchExchange, gql, type TypedDocumentNode } from '@urql/core';
import { createClient, listDocuments, type TypedDocument } from '@loupe-print/client';

const url = env['LOUPE_URL'] ?? 'http://localhost:4000';
const { LOUPE_USER: userName = '', LOUPE_PASSWORD: password = '', LOUPE_API_KEY: apiKey } = env;

/** urql's form of a document; the types stay. */
const forUrql = <Data, Variables>({ source }: TypedDocument<Data, Variables>) =>
  gql(source) as TypedDocumentNode<Data, Variables & Record<string, unknown>>;

const { accessToken, organizationId } = await createClient({ url }).logIn({ userName, password, apiKey });
const urql = new Client({
  url: `${url}/graphql`,
  preferGetMethod: false,
  exchanges: [fetchExchange],
  fetchOptions: { headers: { Authorization: `Bearer ${accessToken}` } },
});

const variables = { parentId: organizationId, first: 10 };
const { data, error } = await urql.query(forUrql(listDocuments), variables).toPromise();
if (error) throw error;
if (data?.node?.__typename === 'Organization') {
  for (const { name, pages, status } of data.node.documents.nodes) console.log(name, pages, status);
}
