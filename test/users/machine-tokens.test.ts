/** Machine tokens: what they open, where, for how long, and what is noted of them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { operator } from '../../src/access/viewer.js';
import { GraphqlClient } from '../graphql/support.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import { MovableClock } from '../kit/seed/seed-clock.js';
import type { SeededDocument, SeededFolder, SeededUser } from '../kit/seed/seed-user.js';
import { useTestApp } from '../kit/use-app.js';

const CREATE = `mutation ($input: CreateMachineTokenInput!) {
  createMachineToken(input: $input) {
    ... on CreatedMachineToken { secret token { id name scopes placeId ownerName expiresAt } }
    ... on ValidationProblem { fields { path } }
    ... on Problem { code message }
  }
}`;

interface Made {
  readonly secret: string;
  readonly token: { readonly id: string; readonly scopes: readonly string[]; readonly expiresAt: string };
  readonly code?: string;
  readonly fields?: readonly { readonly path: string }[];
}

describe('machine tokens', () => {
  const clock = new MovableClock();
  const loupe = useTestApp({ clock });
  let organization: SeededOrganization;
  let administrator: SeededUser;
  let folder: SeededFolder;
  let document: SeededDocument;
  let client: GraphqlClient;

  beforeAll(async () => {
    organization = await seed(loupe).organization();
    administrator = await organization.user();
    folder = await administrator.folder();
    document = await folder.document(await jpegPicture(53));
    client = bearer(administrator.token);
  });

  const bearer = (token: string) => new GraphqlClient(loupe.url, { authorization: `Bearer ${token}` });

  async function create(input: object = {}): Promise<Made> {
    const all = { placeId: organization.id, name: 'Content system', scopes: ['CONTENT_READ'], ...input };
    const { data, errors } = await client.run(CREATE, { input: all });
    expect(errors).toBeUndefined();
    return data!['createMachineToken'] as Made;
  }

  const status = async (secret: string, path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
    const answer = await fetch(`${loupe.url}${path}`, { ...init, headers });
    await answer.body?.cancel();
    return answer.status;
  };
  const read = (secret: string, id = document.id) => status(secret, `/api/documents/${id}`);
  const rename = (secret: string, id = folder.id) =>
    status(secret, `/api/folders/${id}`, { method: 'PATCH', body: JSON.stringify({ Name: 'Spring' }) });

  it('of a folder find the texts below it, and those of no other place', async () => {
    const { secret } = await create({ placeId: folder.id });
    const other = await (await administrator.folder()).document(await jpegPicture(54));
    await document.title('Almond croissant');
    await other.title('Almond cake');
    const { data } = await bearer(secret).run(
      `query { searchTexts(text: "almond") { totalCount nodes { path { id } element { ... on Document { id } } } } }`,
    );
    expect(data).toEqual({
      searchTexts: {
        totalCount: 1,
        nodes: [{ path: [{ id: folder.id }, { id: document.id }], element: { id: document.id } }],
      },
    });
  });

  it('of a folder find what looks alike below it, and say nothing of other places', async () => {
    const { secret } = await create({ placeId: folder.id, scopes: ['INSIGHT_READ'] });
    const copy = await folder.document(await jpegPicture(53));
    const elsewhere = await (await administrator.folder()).document(await jpegPicture(53));
    const partners = async (token: string) => {
      const answer = await fetch(`${loupe.url}/services/Conflict/Check?id=${document.id}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const [result] = (await answer.json()) as { Conflicts: { DocumentId: string }[] }[];
      return result?.Conflicts.map(({ DocumentId }) => DocumentId).toSorted();
    };
    expect(await partners(administrator.token)).toEqual([copy.id, elsewhere.id].toSorted());
    expect(await partners(secret)).toEqual([copy.id]);
  });

  it('open REST and GraphQL with their scopes and what these bring, and nothing else', async () => {
    const reading = await create();
    expect(reading.secret).toMatch(/^lmt_[\w-]{43}$/);
    expect(reading.token.scopes).toEqual(['NODE_READ', 'CONTENT_READ']);
    expect(await read(reading.secret)).toBe(200);
    expect(await rename(reading.secret)).toBe(403);
    const writing = await create({ scopes: ['CONTENT_WRITE'] });
    expect(writing.token.scopes).toEqual(['NODE_READ', 'CONTENT_READ', 'DRAFT_WRITE', 'CONTENT_WRITE']);
    expect(await rename(writing.secret)).toBe(204);
    const update = `mutation ($id: ID!) {
      updateFolder(input: { id: $id, patch: { name: "May" } }) { __typename ... on Problem { code message } }
    }`;
    const ran = async (secret: string) => (await bearer(secret).run(update, { id: folder.id })).data;
    expect(await ran(writing.secret)).toEqual({ updateFolder: { __typename: 'Folder' } });
    expect(await ran(reading.secret)).toMatchObject({
      updateFolder: { code: 'FORBIDDEN', message: expect.stringContaining('no scope content:write') },
    });
    expect(await status(writing.secret, `/api/users?organizationId=${organization.id}`)).toBe(403);
  });

  it('reach their folder and what is below it, and nothing beside or above it', async () => {
    const other = await administrator.folder();
    const { secret } = await create({ placeId: folder.id, scopes: ['CONTENT_WRITE'] });
    expect(await read(secret)).toBe(200);
    expect(await rename(secret)).toBe(204);
    expect(await rename(secret, other.id)).toBe(404);
    expect(await status(secret, `/api/organizations/${organization.id}`)).toBe(404);
    const found = await fetch(`${loupe.url}/services/Search?id=${other.id}`, {
      headers: { authorization: `Bearer ${secret}` },
    });
    expect(await found.json()).toEqual([]);
  });

  it('never speak for their owner as a person', async () => {
    const scopes = (await client.run('{ machineScopes { scope } }')).data!['machineScopes'] as {
      scope: string;
    }[];
    const all = await create({ scopes: scopes.map(({ scope }) => scope) });
    const machine = bearer(all.secret);
    expect((await machine.run('{ me { id } }')).errors?.[0]?.extensions?.code).toBe('UNAUTHENTICATED');
    const refused = [
      `mutation { changeOwnPassword(input: { currentPassword: "${administrator.password}", newPassword: "another password 1" }) { ... on Problem { code } } }`,
      `mutation { updateUser(input: { id: "${administrator.id}", patch: { password: "another password 1" } }) { ... on Problem { code } } }`,
      `mutation { assignRole(input: { userId: "${administrator.id}", role: VIEWER }) { ... on Problem { code } } }`,
      `mutation { createUser(input: { organizationId: "${organization.id}", mail: "a@loupe.example" }) { ... on Problem { code } } }`,
      `mutation { createMachineToken(input: { placeId: "${organization.id}", name: "x", scopes: [NODE_READ] }) { ... on Problem { code } } }`,
      `mutation { createPasswordLink(input: { userId: "${administrator.id}" }) { ... on Problem { code } } }`,
    ];
    for (const query of refused) {
      const [result] = Object.values((await machine.run(query)).data!) as { code: string }[];
      expect(result!.code, query).toBe('FORBIDDEN');
    }
  });

  it('do no more than their owner may by now, and end with the owner', async () => {
    const owner = await organization.user({ roles: ['Administrator', 'Viewer'] });
    const { token, secret } = await loupe.app.services.machineTokens.create(await owner.viewer(), {
      placeId: organization.id,
      name: 'Of an owner',
      scopes: ['content:write'],
    });
    expect(await rename(secret)).toBe(204);
    await loupe.app.services.roles.revoke(operator, owner.id, 'Administrator');
    expect(await rename(secret)).toBe(403);
    expect(await read(secret)).toBe(200);
    await loupe.app.services.users.patch(operator, owner.id, { status: 'Inactive' });
    expect(await read(secret)).toBe(401);
    await loupe.app.services.users.patch(operator, owner.id, { status: 'Active' });
    expect(await read(secret)).toBe(200);
    await loupe.app.services.users.delete(operator, owner.id);
    expect(await read(secret)).toBe(401);
    const left = await loupe.app.services.machineTokens.list(operator, organization.id);
    expect(left.map(({ id }) => id)).not.toContain(token.id);
  });

  it('end at once when they are revoked, by an administrator or by themselves, and when they expire', async () => {
    const one = await create();
    const other = await create();
    expect(await read(one.secret)).toBe(200);
    const revoke = 'mutation ($id: ID!) { revokeMachineToken(input: { id: $id }) { __typename } }';
    const { data } = await client.run(revoke, { id: one.token.id });
    expect(data).toEqual({ revokeMachineToken: { __typename: 'Deleted' } });
    expect(await read(one.secret)).toBe(401);
    expect(await status(other.secret, '/token/revoke', { method: 'POST' })).toBe(204);
    expect(await read(other.secret)).toBe(401);
    const short = await create({ days: 1 });
    expect(await read(short.secret)).toBe(200);
    clock.forward({ days: 1 });
    expect(await read(short.secret)).toBe(401);
    // The log-in of the administrator is older, and still good.
    expect(await read(administrator.token)).toBe(200);
  });

  it('open nothing while their folder lies in the trash', async () => {
    const own = await administrator.folder();
    const { secret } = await create({ placeId: own.id, scopes: ['CONTENT_READ'] });
    expect(await status(secret, `/api/folders/${own.id}`)).toBe(200);
    await administrator.send('DELETE', `/api/folders/${own.id}`);
    expect(await status(secret, `/api/folders/${own.id}`)).toBe(401);
  });

  it('are named in the log by what they do, and list their uses', async () => {
    const { secret, token } = await create({ name: 'Night shift', scopes: ['CONTENT_WRITE'] });
    await rename(secret);
    await read(secret);
    const entries = await loupe.app.services.operations.list(operator, {
      organizationId: organization.id,
      user: administrator.id,
    });
    const by = `Night shift (token of ${administrator.userName})`;
    expect(entries.filter(({ user }) => user === by).map(({ operation }) => operation)).toEqual([
      'folder:write',
    ]);
    const made = entries.find(({ operation }) => operation === 'machineToken:create');
    expect(made?.changes.map(({ field }) => field)).toEqual(['name', 'scopes', 'dateExpires']);
    const { data } = await client.run(
      'query ($id: ID!) { organization(id: $id) { machineTokens { id uses { address count } } } }',
      { id: organization.id },
    );
    const { machineTokens } = data!['organization'] as { machineTokens: { id: string; uses: unknown }[] };
    expect(machineTokens.find(({ id }) => id === token.id)?.uses).toEqual([
      { address: '127.0.0.1', count: 2 },
    ]);
    expect(JSON.stringify(data)).not.toContain(secret);
  });

  it('say of every wrong field what is wrong with it', async () => {
    const { fields } = await create({ name: ' ', scopes: [], days: 400 });
    expect(fields?.map(({ path }) => path)).toEqual(['name', 'scopes', 'days']);
    expect((await create({ placeId: document.id })).fields?.map(({ path }) => path)).toEqual(['placeId']);
  });
});
