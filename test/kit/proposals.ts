/** Proposals of the file of a document, once it was read. */
import { expect } from 'vitest';
import { elementsOf, memberOf } from './json.js';
import type { SeededUser } from './seed/seed-user.js';

/** @param again reads the file once more first */
export async function readProposals(
  user: SeededUser,
  id: string,
  { again = false }: { readonly again?: boolean } = {},
): Promise<readonly Record<string, unknown>[]> {
  const ask = async (query: string) => {
    const answer = await user.send('POST', '/graphql', { json: { query, variables: { id } } });
    return memberOf(memberOf(answer, 'data'), 'done');
  };
  const wait = async () => {
    const isRead = async () =>
      memberOf(
        await ask('query ($id: ID!) { done: document(id: $id) { isReadForProposals } }'),
        'isReadForProposals',
      );
    await expect.poll(isRead, { timeout: 30_000 }).toBe(false);
  };
  await wait();
  if (again) {
    await ask('mutation ($id: ID!) { done: proposeFromFile(input: { documentId: $id }) { __typename } }');
    await wait();
  }
  const document = await ask(
    `query ($id: ID!) { done: document(id: $id) { proposals(first: 100) { nodes {
       id kind origin pageId title languageCode actionName target starts ends box { left top width height } } } } }`,
  );
  return elementsOf(memberOf(memberOf(document, 'proposals'), 'nodes')) as readonly Record<string, unknown>[];
}
