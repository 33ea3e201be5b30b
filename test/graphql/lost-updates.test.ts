import { describe, expect, test } from 'vitest';
import { useTestApp } from '../kit/use-app.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';
import { GraphqlClient } from './support.js';

const loupe = useTestApp();

async function arrange() {
  const user = await (await seed(loupe).organization()).user();
  const document = await (await user.folder()).document(await jpegPicture(7));
  await document.title('Before');
  return { document, client: new GraphqlClient(loupe.url, { Authorization: `Bearer ${user.token}` }) };
}

const rename = `mutation ($id: ID!, $name: String!, $ifVersion: String) {
  updateDocument(input: { id: $id, patch: { name: $name }, ifVersion: $ifVersion }) {
    ... on Document { name version } ... on Problem { __typename code message } } }`;

describe('two editors of one element', () => {
  test('the second gets a typed problem, and changes what the first one wrote after reading it', async () => {
    const { client, document } = await arrange();
    const read = async () => {
      const { data } = await client.run('query ($id: ID!) { document(id: $id) { version } }', {
        id: document.id,
      });
      return (data?.['document'] as { version: string }).version;
    };
    const seen = await read();
    const first = await client.run(rename, { id: document.id, name: 'Theirs', ifVersion: seen });
    expect(first.data).toMatchObject({ updateDocument: { name: 'Theirs' } });
    const second = await client.run(rename, { id: document.id, name: 'Mine', ifVersion: seen });
    expect(second.data).toMatchObject({
      updateDocument: { __typename: 'ChangedProblem', code: 'CHANGED_MEANWHILE' },
    });
    const again = await client.run(rename, { id: document.id, name: 'Mine', ifVersion: await read() });
    expect(again.data).toMatchObject({ updateDocument: { name: 'Mine' } });
    const without = await client.run(rename, { id: document.id, name: 'As ever' });
    expect(without.data).toMatchObject({ updateDocument: { name: 'As ever' } });
  });

  test('a title is identified by its text', async () => {
    const { client, document } = await arrange();
    const set = `mutation ($id: ID!, $value: String!, $ifVersion: String) {
      setTitle(input: { nodeId: $id, languageCode: "en-US", value: $value, ifVersion: $ifVersion }) {
        ... on Title { value version } ... on Problem { __typename } } }`;
    const { data } = await client.run(set, { id: document.id, value: 'One' });
    const { version } = data?.['setTitle'] as { version: string };
    const write = (value: string) => client.run(set, { id: document.id, value, ifVersion: version });
    expect((await write('Two')).data).toMatchObject({ setTitle: { value: 'Two' } });
    expect((await write('Three')).data).toMatchObject({ setTitle: { __typename: 'ChangedProblem' } });
  });
});
