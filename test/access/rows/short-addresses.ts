/** Short addresses: what is printed beside a page. */
import { graphql, rest, RESULT } from '../row.js';
import { makeShortAddress } from '../short-addresses.js';

export const shortAddressRows = [
  graphql(
    'Query.shortAddress',
    'reader',
    '($id: ID!) { shortAddress(id: $id) { code element { name } action { name } user } }',
    (t) => ({ id: t.shortAddressId }),
  ),
  graphql(
    'Mutation.createShortAddress',
    'writer',
    `($id: ID!) { createShortAddress(input: { target: { elementId: $id } }) ${RESULT} }`,
    (t) => ({ id: t.documentId }),
  ),
  graphql(
    'Mutation.createShortAddressesOfPages',
    'writer',
    `($id: ID!) { createShortAddressesOfPages(input: { documentId: $id }) ${RESULT} }`,
    (t) => ({ id: t.documentId }),
  ),
  graphql(
    'Mutation.changeShortAddress',
    'writer',
    `($id: ID!, $to: ID!) { changeShortAddress(input: { id: $id, target: { elementId: $to } }) ${RESULT} }`,
    (t) => ({ id: t.shortAddressId, to: t.documentId }),
  ),
  graphql(
    'Mutation.deleteShortAddress',
    'writer',
    `($id: ID!) { deleteShortAddress(input: { id: $id }) ${RESULT} }`,
    (t) => ({ id: t.shortAddressId }),
    {
      fresh: async (world) => ({ shortAddressId: await makeShortAddress(world, world.target.documentId) }),
    },
  ),
  // Readers who hold the print may follow it; nobody holds these.
  rest('GET /s/:code', 'anybody', () => '/s/none', { accepts: [404] }),
  rest('GET /s/:code/:page', 'anybody', () => '/s/none/1', { accepts: [404] }),
  rest('GET /s/:code/actions/:actionId', 'anybody', (t) => `/s/none/actions/${t.actionId}`, {
    accepts: [404],
  }),
  rest('GET /s/:code/:page/actions/:actionId', 'anybody', (t) => `/s/none/1/actions/${t.actionId}`, {
    accepts: [404],
  }),
  rest('GET /01/:gtin', 'anybody', () => '/01/04012345000108', { accepts: [404, 400] }),
  rest('GET /01/:gtin/*', 'anybody', () => '/01/04012345000108/10/1', { accepts: [404, 400] }),
  rest('GET /.well-known/gs1resolver', 'anybody', () => '/.well-known/gs1resolver'),
];
