/** Apollo Client with the typed documents of @loupe-print/client. */
import { env } from 'node:process';
import { ApolloClient, gql, HttpLink, InMemoryCache, type TypedDocumentNode } from '@apollo/client';
import { createClient, listDocuments, type TypedDocument } from '@loupe-print/client';

const url = env['LOUPE_URL'] ?? 'http://localhost:4000';
const { LOUPE_USER: userName = '', LOUPE_PASSWORD: password = '', LOUPE_API_KEY: apiKey } = env;

/** Apollo's form of a document; the types stay. */
const forApollo = <Data, Variables>({ source }: TypedDocument<Data, Variables>) =>
  gql(source) as TypedDocumentNode<Data, Variables & Record<string, unknown>>;

const { accessToken, organizationId } = await createClient({ url }).logIn({ userName, password, apiKey });
const apollo = new ApolloClient({
  link: new HttpLink({ uri: `${url}/graphql`, headers: { Authorization: `Bearer ${accessToken}` } }),
  cache: new InMemoryCache(),
});

const { data } = await apollo.query({
  query: forApollo(listDocuments),
  variables: { parentId: organizationId, first: 10 },
});
if (data?.node?.__typename === 'Organization') {
  for (const { name, pages, status } of data.node.documents.nodes) console.log(name, pages, status);
}
