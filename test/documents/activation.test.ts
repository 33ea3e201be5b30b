/** An upload is recognized, and charged, when it is set active: in a step of its own or from the start. */
import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { GraphqlClient } from '../graphql/support.js';
import { useTestApp } from '../kit/use-app.js';
import { textMember } from '../kit/json.js';
import { newPdf } from '../kit/files/pdfs.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import type { SeededUser } from '../kit/seed/seed-user.js';
import { scan } from '../rest/support/scans.js';

const loupe = useTestApp();
let organization: SeededOrganization;
let user: SeededUser;

beforeEach(async () => {
  organization = await seed(loupe).organization({ accountType: 'Prepaid', credit: 2 });
  user = await organization.user();
});

const account = () => user.send('GET', `/api/accounts?organizationId=${organization.id}`);
const read = (id: string) => user.send('GET', `/api/documents/${id}`);

async function upload(isAsync: boolean, bytes: Buffer, status?: string): Promise<string> {
  const form = new FormData();
  const members = { Name: 'Leaflet', DefaultLanguage: 'en-US', ParentId: organization.id, Status: status };
  form.append('document', JSON.stringify(members));
  form.append('file', new Blob([new Uint8Array(bytes)]), 'leaflet');
  const id = textMember(await user.send('POST', `/api/Documents?async=${isAsync}`, { form }), 'Id');
  for (;;) {
    const { Processing } = (await read(id)) as { Processing: string };
    if (Processing === 'Ready' || Processing === 'Failed') return id;
    await wait(20);
  }
}

describe.each([
  ['that waits for its pages', false],
  ['that does not wait', true],
])('an upload %s', (_name, isAsync) => {
  it('is inactive and free of charge until it is set active', async () => {
    const id = await upload(isAsync, await jpegPicture(81));
    const link = { Type: 'URL', Content: JSON.stringify({ Url: 'https://loupe.example/' }) };
    const json = { NodeId: id, LanguageCode: 'en-US', Name: 'More', ...link };
    await user.send('POST', '/api/Actions', { json });
    expect(await read(id)).toMatchObject({ Status: 'Inactive', Processing: 'Ready', FailureReason: null });
    expect((await scan(loupe, organization.apiKey, await jpegPicture(81))).status).toBe(204);
    expect(await account()).toMatchObject({ ActivePages: 0, RemainingCredit: 2 });
    await user.send('PATCH', `/api/documents?id=${id}`, { json: { Status: 'Active' } });
    expect((await scan(loupe, organization.apiKey, await jpegPicture(81))).status).toBe(200);
    expect(await account()).toMatchObject({ ActivePages: 1, RemainingCredit: 1 });
  });

  it('is active from the start when it says so', async () => {
    const id = await upload(isAsync, await jpegPicture(82), 'active');
    expect(await read(id)).toMatchObject({ Status: 'Active' });
    expect(await account()).toMatchObject({ ActivePages: 1, RemainingCredit: 1 });
  });

  it('stays inactive where the credits do not suffice, with advice for an administrator', async () => {
    const id = await upload(isAsync, await newPdf([83, 84, 85]), 'Active');
    const { Status, FailureReason } = (await read(id)) as { Status: string; FailureReason: string };
    expect(Status).toBe('Inactive');
    expect(FailureReason).toContain('3 needed, 2 left');
    expect(FailureReason).toContain(`npx loupe org set ${organization.id} --credit 1`);
    const refused = await user.request('PATCH', `/api/documents?id=${id}`, { json: { Status: 'Active' } });
    expect(refused.status).toBe(403);
    expect(textMember(await refused.json(), 'Message')).toBe(FailureReason);
    expect(await account()).toMatchObject({ ActivePages: 0, RemainingCredit: 2 });
  });
});

it('an unknown status is refused, and nothing is uploaded', async () => {
  const form = new FormData();
  const members = { Name: 'Leaflet', DefaultLanguage: 'en-US', ParentId: organization.id, Status: 'Ready' };
  form.append('document', JSON.stringify(members));
  form.append('file', new Blob([new Uint8Array(await jpegPicture(86))]), 'leaflet');
  expect((await user.request('POST', '/api/Documents', { form })).status).toBe(400);
  expect(await user.send('GET', `/api/nodes/${organization.id}/documents`)).toEqual([]);
});

it('GraphQL uploads are inactive, too, unless they say otherwise', async () => {
  const client = new GraphqlClient(loupe.url, { authorization: `Bearer ${user.token}` });
  const file = { bytes: await jpegPicture(87), type: 'image/jpeg', name: 'page.jpg' };
  const input = { parentId: organization.id, name: 'Leaflet', defaultLanguage: 'en-US' };
  const create = (status: object) =>
    client.upload(
      `mutation ($input: CreateDocumentInput!) {
         createDocument(input: $input) { ... on Document { status } }
       }`,
      { input: { ...input, ...status, waitForImages: true, file: null } },
      { 'input.file': file },
    );
  expect((await create({})).data).toEqual({ createDocument: { status: 'INACTIVE' } });
  expect((await create({ status: 'ACTIVE' })).data).toEqual({ createDocument: { status: 'ACTIVE' } });
});

describe('a user', () => {
  it('has one to three roles from the start, of REST and of GraphQL', async () => {
    const person = (roles: object) => ({ OrganizationId: organization.id, ...roles });
    const make = async (roles: object) => {
      const Mail = `${crypto.randomUUID()}@loupe.example`;
      const made = await user.send('POST', '/api/Users', { json: { ...person(roles), Mail } });
      return user.send('GET', `/api/Users/${textMember(made, 'Id')}/Roles`);
    };
    expect(await make({})).toEqual([{ Role: 'Viewer' }]);
    expect(await make({ Roles: ['editor', 'Viewer', 'Editor'] })).toEqual([
      { Role: 'Editor' },
      { Role: 'Viewer' },
    ]);
    for (const Roles of [[], ['King']]) {
      const json = { ...person({ Roles }), Mail: 'x@loupe.example' };
      expect((await user.request('POST', '/api/Users', { json })).status).toBe(400);
    }
    const client = new GraphqlClient(loupe.url, { authorization: `Bearer ${user.token}` });
    const { data } = await client.run(
      `mutation ($input: CreateUserInput!) { createUser(input: $input) { ... on User { roles } } }`,
      { input: { organizationId: organization.id, mail: 'editor@loupe.example', roles: ['EDITOR'] } },
    );
    expect(data).toEqual({ createUser: { roles: ['EDITOR'] } });
  });

  it('gets no role of its choice by an ApiKey alone', async () => {
    const json = { OrganizationId: organization.id, Mail: 'me@loupe.example', Roles: ['Administrator'] };
    const response = await fetch(`${loupe.url}/api/Users`, {
      method: 'POST',
      headers: { ApiKey: organization.apiKey, 'Content-Type': 'application/json' },
      body: JSON.stringify(json),
    });
    expect(response.status).toBe(201);
    const made: unknown = await response.json();
    expect(made).toMatchObject({ Status: 'Pending' });
    expect(await user.send('GET', `/api/Users/${textMember(made, 'Id')}/Roles`)).toEqual([
      { Role: 'Viewer' },
    ]);
  });
});
