import { beforeAll, describe, expect, test } from 'vitest';
import { operator } from '../../src/access/viewer.js';
import type { OrganizationContract } from '../../src/organizations/organization.rules.js';
import { useTestApp } from '../kit/use-app.js';
import { runLoupe } from '../kit/command.js';
import { memberOf } from '../kit/json.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';
import { GraphqlClient } from '../graphql/support.js';
import { deviceHeaders, scan } from './support/scans.js';

const loupe = useTestApp();
let photo: Buffer;

beforeAll(async () => {
  photo = await jpegPicture(711);
});

/** The operator's command line, beside the running server. */
async function command(...words: string[]): Promise<void> {
  const { exitCode, error } = await runLoupe(words, loupe.environment);
  expect([exitCode, error]).toEqual([0, '']);
}

async function contract(id: string, change: OrganizationContract): Promise<void> {
  await loupe.app.services.organizations.setContract(operator, id, change);
}

async function tenant() {
  const organization = await seed(loupe).organization();
  const user = await organization.user();
  const folder = await user.folder();
  const document = await folder.document(photo);
  const actionId = await document.action();
  return { organization, user, folder, document, actionId, imageId: document.imageIds[0] ?? '' };
}

async function status(method: string, path: string, apiKey: string, form?: FormData): Promise<number> {
  const headers = { ApiKey: apiKey, SessionId: 'session', ...deviceHeaders };
  return (await fetch(`${loupe.url}${path}`, { method, headers, body: form })).status;
}

function photoForm(): FormData {
  const form = new FormData();
  form.append('query', '{}');
  form.append('file', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'photo.jpg');
  return form;
}

describe('an organization without MobileApiAuthorized', () => {
  test('recognizes nothing in any way until the operator allows it again, and is managed meanwhile', async () => {
    const { organization, user, folder, imageId, actionId } = await tenant();
    const { apiKey } = organization;
    const statuses = async () => [
      (await scan(loupe, apiKey, photo)).status,
      await status('GET', `/api/EnrichedImages?id=${imageId}`, apiKey),
      await status('PUT', `/api/Clicks?actionId=${actionId}`, apiKey),
      await status('POST', '/api/Pictures/Search', apiKey, photoForm()),
    ];
    expect(await statuses()).toEqual([200, 200, 204, 200]);
    await command('org', 'set', organization.id, '--mobile', 'off');
    expect(await statuses()).toEqual([403, 403, 403, 403]);
    expect((await user.request('GET', `/api/folders/${folder.id}`)).status).toBe(200);
    await contract(organization.id, { mobileApiAuthorized: true });
    expect(await statuses()).toEqual([200, 200, 204, 200]);
  });
});

describe('an organization without WebApiAuthorized', () => {
  test('manages nothing over REST or GraphQL, by tokens old or new, and still recognizes', async () => {
    const { organization, user, folder, document, actionId, imageId } = await tenant();
    const { id } = organization;
    await command('org', 'set', id, '--web', 'off');
    const reads = [
      ...[
        `/api/nodes/${id}`,
        `/api/nodes/${id}/folders`,
        `/api/nodes/${id}/path`,
        `/api/folders/${folder.id}`,
      ],
      ...['/api/organizations', `/api/organizations/${id}`, `/api/accounts?organizationId=${id}`],
      ...['images', 'files', 'languages', 'titles', 'actions', 'matches'].map(
        (list) => `/api/documents/${document.id}/${list}`,
      ),
      ...[`/api/images/${imageId}`, `/api/ImageAndZones/${imageId}`, `/api/zones?imageId=${imageId}`],
      ...[`/api/actions/${actionId}`, `/api/nodes/${id}/icons`, `/api/nodes/${id}/properties`],
      ...[`/api/Users?organizationId=${id}`, `/api/Operations?organizationId=${id}`],
      ...[`/api/Pictures?organizationId=${id}`, '/services/Search?name=a'],
    ];
    const writes: readonly (readonly [string, string, object])[] = [
      ['POST', '/api/folders', { ParentId: id, Name: 'No' }],
      ['PATCH', `/api/folders/${folder.id}`, { Name: 'No' }],
      ['PATCH', `/api/nodes/${folder.id}`, { Name: 'No' }],
      ['PATCH', `/api/documents/${document.id}`, { Status: 'Inactive' }],
      ['PATCH', `/api/images/${imageId}`, { Name: 'No' }],
      ['PUT', '/api/titles', { NodeId: imageId, LanguageCode: 'en-US', Value: 'No' }],
      ['PATCH', `/api/actions/${actionId}`, { Name: 'No' }],
      ['POST', '/api/Properties', { NodeId: id, Type: 'Style', Name: 'TitleStyle', Value: 'No' }],
      ['POST', '/api/organizations', { ParentId: id, Name: 'No', LanguageCode: 'en-US' }],
      ['PATCH', `/api/Users/${user.id}`, { Password: 'another password' }],
      ['POST', '/api/Credits', { OrganizationId: id, Amount: 1, Direction: 'Give' }],
    ];
    for (const path of reads) expect([path, (await user.request('GET', path)).status]).toEqual([path, 403]);
    for (const [method, path, json] of writes) {
      const answer = await user.request(method, path, { json });
      expect([method, path, answer.status]).toEqual([method, path, 403]);
    }
    const signUp = await fetch(`${loupe.url}/api/Users`, {
      method: 'POST',
      headers: { ApiKey: organization.apiKey, 'Content-Type': 'application/json' },
      body: JSON.stringify({ OrganizationId: id, Mail: 'new@loupe.example' }),
    });
    expect(signUp.status).toBe(403);
    const graphql = new GraphqlClient(loupe.url, { Authorization: `Bearer ${user.token}` });
    const made = await graphql.run(
      `mutation { createFolder(input: { parentId: "${id}", name: "No" }) { __typename ... on Problem { code } } }`,
    );
    expect(JSON.stringify(made)).toContain('FORBIDDEN');
    const read = await graphql.run(`{ folder(id: "${folder.id}") { name } }`);
    expect(JSON.stringify(read)).not.toContain('"name":"Folder"');
    expect((await scan(loupe, organization.apiKey, photo)).status).toBe(200);
    await contract(id, { webApiAuthorized: true });
    const after = await user.send('GET', `/api/documents/${document.id}`);
    expect(after).toMatchObject({ Status: 'Active' });
    expect(await user.send('GET', `/api/nodes/${id}/folders`)).toMatchObject([{ Name: 'Folder' }]);
  });

  test('is still managed by an organization above', async () => {
    const above = await seed(loupe).organization();
    const below = await above.organization();
    const user = await above.user();
    await contract(below.id, { webApiAuthorized: false });
    await user.folder({ parentId: below.id });
    expect(memberOf(await user.send('GET', `/api/organizations/${below.id}`), 'WebApiAuthorized')).toBe(
      false,
    );
  });
});

describe('what only the operator sets', () => {
  test('is ignored in requests', async () => {
    const { organization, user } = await tenant();
    const path = `/api/organizations/${organization.id}`;
    const before = await user.send('GET', path);
    const wish = {
      MobileApiAuthorized: false,
      WebApiAuthorized: false,
      AccountType: 'Unlimited',
      IRProviderId: organization.id,
      TotalCredit: 1000,
      ApiKey: 'mine',
    };
    await user.send('PATCH', path, { json: { ...wish, Name: 'Renamed' } });
    const { DateModified: _then, ...kept } = before as Record<string, unknown>;
    expect(await user.send('GET', path)).toMatchObject({ ...kept, Name: 'Renamed' });
    const json = { ...wish, ParentId: organization.id, Name: 'Below', LanguageCode: 'en-US' };
    expect(await user.send('POST', '/api/organizations', { json })).toMatchObject({
      MobileApiAuthorized: true,
      WebApiAuthorized: true,
      TotalCredit: 0,
    });
  });
});

describe('pages of others', () => {
  test.each(['https://evil.example', 'null'])(
    'read answers of %s without cookies, as those of all others',
    async (Origin) => {
      const body = JSON.stringify({ query: '{ __typename }' });
      const headers = { Origin, 'Content-Type': 'application/json' };
      for (const [path, init] of [
        ['/graphql', { method: 'POST', headers, body }],
        ['/graphql', { method: 'OPTIONS', headers: { Origin, 'Access-Control-Request-Method': 'POST' } }],
        ['/api/Languages', { headers }],
      ] as const) {
        const answer = await fetch(`${loupe.url}${path}`, init);
        expect([path, answer.headers.get('access-control-allow-origin')]).toEqual([path, '*']);
        expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
      }
    },
  );
});

describe('OPTIONS', () => {
  test('is answered without a token, as a preflight or not', async () => {
    const preflight = { Origin: 'https://reader.example', 'Access-Control-Request-Method': 'PUT' };
    const requests: readonly Record<string, string>[] = [{}, { Origin: 'https://reader.example' }, preflight];
    for (const headers of requests) {
      const answer = await fetch(`${loupe.url}/api/Clicks`, { method: 'OPTIONS', headers });
      expect(answer.status).toBe(204);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    }
  });
});
