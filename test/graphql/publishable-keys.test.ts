/** Keys that web pages and QR codes carry: what they open, for whom, and how often. */
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../kit/use-app.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import type { SeededDocument, SeededUser } from '../kit/seed/seed-user.js';
import { GraphqlClient } from './support.js';

describe('publishable keys', () => {
  const loupe = useTestApp();
  let organization: SeededOrganization;
  let administrator: SeededUser;
  let document: SeededDocument;
  let actionId: string;
  let photo: Buffer;
  let client: GraphqlClient;

  beforeAll(async () => {
    organization = await seed(loupe).organization();
    administrator = await organization.user();
    photo = await jpegPicture(53);
    document = await (await administrator.folder()).document(photo);
    actionId = await document.action();
    client = new GraphqlClient(loupe.url, { authorization: `Bearer ${administrator.token}` });
  });

  const CREATE = `mutation ($input: CreatePublishableKeyInput!) {
    createPublishableKey(input: $input) {
      ... on PublishableKey { id key name origins scansPerMinute scanUrl }
      ... on ValidationProblem { fields { path } }
      ... on Problem { code message }
    }
  }`;

  interface Key {
    readonly id: string;
    readonly key: string;
    readonly origins: readonly string[];
    readonly scanUrl: string;
    readonly fields?: readonly { path: string }[];
  }

  async function create(input: object = {}): Promise<Key> {
    const all = { organizationId: organization.id, name: 'Posters', ...input };
    const { data } = await client.run(CREATE, { input: all });
    return data!['createPublishableKey'] as Key;
  }

  const page = (key: string, origin = loupe.url) => new GraphqlClient(loupe.url, { apikey: key, origin });

  async function scan(reader: GraphqlClient): Promise<Record<string, unknown> | null> {
    const answer = await reader.upload(
      `mutation ($photo: Upload!) {
        recognize(input: { photo: $photo, languageCode: "en-US" }) {
          __typename
          ... on EnrichedImage { sessionId documentId actions { id } }
          ... on Problem { code message }
        }
      }`,
      {},
      { photo: { bytes: photo, type: 'image/jpeg', name: 'photo.jpg' } },
    );
    return answer.data!['recognize'] as Record<string, unknown> | null;
  }

  async function click(reader: GraphqlClient, sessionId: unknown = null): Promise<unknown> {
    const query = `mutation ($id: ID!, $sessionId: String) {
      recordClick(input: { actionId: $id, sessionId: $sessionId }) { __typename ... on Problem { code message } }
    }`;
    return (await reader.run(query, { id: actionId, sessionId })).data!['recordClick'];
  }

  it('scan and click on the server’s own pages, and are shown again with their address', async () => {
    const { key, scanUrl, origins } = await create();
    expect(origins).toEqual([]);
    expect(key).toMatch(/^pk_[\w-]{24}$/);
    expect(scanUrl).toBe(`${loupe.url}/scan#key=${key}`);
    const reader = page(key);
    const found = await scan(reader);
    expect(found).toMatchObject({ documentId: document.id, actions: [{ id: actionId }] });
    expect(await click(reader, found!['sessionId'])).toMatchObject({
      __typename: 'RecordedClick',
    });
    const { data } = await client.run(
      'query ($id: ID!) { organization(id: $id) { publishableKeys { name key scansPerMinute } } }',
      { id: organization.id },
    );
    expect(data).toEqual({
      organization: { publishableKeys: [{ name: 'Posters', key, scansPerMinute: 120 }] },
    });
  });

  it('work on the pages that they are meant for, and are refused on others with a way out', async () => {
    const { id, key } = await create({ origins: ['https://Print.example/', 'https://print.example'] });
    expect(await scan(page(key, 'https://print.example'))).toMatchObject({ documentId: document.id });
    const refusal = { code: 'FORBIDDEN', message: expect.stringMatching(/origin/) };
    for (const origin of ['https://other.example', 'http://print.example', 'null']) {
      expect(await scan(page(key, origin)), origin).toMatchObject(refusal);
      expect(await click(page(key, origin)), origin).toMatchObject(refusal);
    }
    // Neither does a program that names no page.
    expect(await scan(new GraphqlClient(loupe.url, { apikey: key }))).toMatchObject(refusal);
    const patch = { origins: ['https://other.example'] };
    const update = `mutation ($id: ID!, $patch: PublishableKeyPatch!) {
      updatePublishableKey(input: { id: $id, patch: $patch }) { ... on PublishableKey { name origins } }
    }`;
    const { data } = await client.run(update, { id, patch });
    expect(data).toEqual({ updatePublishableKey: { name: 'Posters', ...patch } });
    expect(await scan(page(key, 'https://print.example'))).toMatchObject(refusal);
    expect(await scan(page(key, 'https://other.example'))).toMatchObject({ documentId: document.id });
  });

  it('open nothing that an ApiKey opens beside scans and clicks', async () => {
    const reader = page((await create()).key);
    const refused = [
      `mutation { recognizeById(input: { id: "${document.imageIds[0]!}" }) { ... on Problem { code } } }`,
      `mutation { createUser(input: { organizationId: "${organization.id}", mail: "a@loupe.example" }) { ... on Problem { code } } }`,
      'mutation { requestPasswordRecovery(input: { mail: "a@loupe.example" }) { ... on Problem { code } } }',
      `mutation { login(input: { userName: "${administrator.userName}", password: "${administrator.password}" }) { ... on Problem { code } } }`,
    ];
    for (const query of refused) {
      const [result] = Object.values((await reader.run(query)).data!) as { code: string }[];
      expect(['UNAUTHENTICATED', 'INVALID_CLIENT'], query).toContain(result!.code);
    }
    const headers = reader.headers;
    expect((await fetch(`${loupe.url}/api/Users/PasswordRecovery`, { method: 'POST', headers })).status).toBe(
      401,
    );
  });

  it('are bounded in a minute, each by itself', async () => {
    const { key } = await create({ scansPerMinute: 2 });
    const other = await create({ scansPerMinute: 2 });
    await scan(page(key));
    await click(page(key));
    const refusal = { code: 'RATE_LIMITED', message: expect.stringMatching(/Wait \d+ seconds?/) };
    expect(await scan(page(key))).toMatchObject(refusal);
    expect(await click(page(key))).toMatchObject(refusal);
    expect(await scan(page(other.key))).toMatchObject({ documentId: document.id });
    // The organization's own applications are not touched by it.
    expect(await scan(new GraphqlClient(loupe.url, { apikey: organization.apiKey }))).toMatchObject({
      documentId: document.id,
    });
  });

  it('open nothing once they are revoked, and where the organization may not recognize', async () => {
    const { id, key } = await create();
    const revoke = 'mutation ($id: ID!) { revokePublishableKey(input: { id: $id }) { __typename } }';
    expect((await client.run(revoke, { id })).data).toMatchObject({
      revokePublishableKey: { __typename: 'Deleted' },
    });
    expect(await click(page(key))).toMatchObject({ code: 'UNAUTHENTICATED' });
    const operations = await loupe.app.services.operations.list(await administrator.viewer(), {
      organizationId: organization.id,
      operation: 'publishableKey',
    });
    expect(operations.map(({ operation }) => operation)).toContain('publishableKey:revoke');
  });

  it('say of every wrong field what is wrong with it', async () => {
    const wrong = { name: ' ', origins: ['https://print.example/page', 'print.example'], scansPerMinute: 0 };
    const { fields } = await create(wrong);
    expect(fields?.map(({ path }) => path)).toEqual(['name', 'origins', 'scansPerMinute']);
  });
});
