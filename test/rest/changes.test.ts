/** What a PATCH changes, and that one which changes nothing says so. */
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/kernel/ids.js';
import { GraphqlClient } from '../graphql/support.js';
import { useTestApp } from '../kit/use-app.js';
import { textMember } from '../kit/json.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import type { SeededUser } from '../kit/seed/seed-user.js';

const loupe = useTestApp();
let organization: SeededOrganization;
let admin: SeededUser;
/** One element of every kind, by resource. */
const ids: Record<string, string> = {};
let imageId = '';

beforeAll(async () => {
  organization = await seed(loupe).organization();
  admin = await organization.user();
  const folder = await admin.folder();
  const document = await folder.document(await jpegPicture(31));
  imageId = document.imageIds[0] ?? '';
  const made = async (path: string, json: object) =>
    textMember(await admin.send('POST', path, { json }), 'Id');
  Object.assign(ids, {
    nodes: folder.id,
    folders: folder.id,
    documents: document.id,
    images: imageId,
    organizations: organization.id,
    zones: await made('/api/zones', {
      ImageId: imageId,
      PositionX: 0,
      PositionY: 0,
      Width: 60,
      Height: 60,
      Name: 'A',
    }),
    Properties: await made('/api/Properties', {
      NodeId: folder.id,
      Type: 'Icon',
      Name: 'TitleStyle',
      Value: 'v',
    }),
    actions: await made('/api/actions', {
      NodeId: document.id,
      LanguageCode: 'en-US',
      Type: 'RAW',
      Content: 'a',
    }),
    Users: await made('/api/Users', {
      OrganizationId: organization.id,
      Mail: `${newId()}@loupe.example`,
      FirstName: 'Ada',
    }),
  });
});

describe('a PATCH', () => {
  test.each([
    ['nodes', { Type: 'Document' }],
    ['folders', { DateCreated: '2026-01-01T00:00:00Z', Color: 'red' }],
    ['documents', { Pages: 7 }],
    ['images', { DocumentId: 'x', Name: null }],
    ['organizations', { AccountType: 'Unlimited' }],
    ['zones', { Status: 'Inactive' }],
    ['Properties', { NodeId: 'x' }],
    ['actions', { IsValid: true }],
    ['Users', { UserId: 'x' }],
  ])('of %s that can change nothing is refused and names what it was sent', async (resource, members) => {
    const path = `/api/${resource}?id=${ids[resource]}`;
    const before = await admin.send('GET', path);
    const answer = await admin.request('PATCH', path, { json: { Id: ids[resource], ...members } });
    expect(answer.status).toBe(400);
    const { ModelState } = (await answer.json()) as { ModelState: Record<string, string[]> };
    expect(Object.keys(ModelState).sort()).toEqual(Object.keys(members).sort());
    expect(Object.values(ModelState).flat()[0]).toMatch(/what can be changed here: \w+/);
    expect(await admin.send('GET', path)).toEqual(before);
  });

  test('takes what it can change, beside what it cannot', async () => {
    const json = { Id: 'x', Type: 'Zone', Name: 'Renamed' };
    await admin.send('PATCH', `/api/folders/${ids['folders']}`, { json });
    expect(await admin.send('GET', `/api/folders/${ids['folders']}`)).toMatchObject({ Name: 'Renamed' });
    const title = `/api/titles?nodeId=${ids['documents']}&languageCode=en-US`;
    expect(
      (await admin.request('PATCH', title, { json: { NodeId: ids['documents'], Val: 'x' } })).status,
    ).toBe(400);
    await admin.send('PATCH', title, { json: { Value: 'x', Val: 'y' } });
    expect(await admin.send('GET', title)).toMatchObject({ Value: 'x' });
  });

  test('of a user changes every member that is given', async () => {
    const path = `/api/Users/${ids['Users']}`;
    const mail = `${newId()}@loupe.example`;
    for (const change of [
      { LastName: 'Lovelace' },
      { Gender: 'female' },
      { Mail: mail, UserName: `ada ${mail}` },
      { FirstName: null },
    ]) {
      await admin.send('PATCH', path, { json: change });
    }
    expect(await admin.send('GET', path)).toMatchObject({
      FirstName: null,
      LastName: 'Lovelace',
      Gender: 'Female',
      Mail: mail,
      UserName: `ada ${mail}`,
      OrganizationId: organization.id,
      Status: 'Active',
    });
    const below = await organization.organization();
    await admin.send('PATCH', path, { json: { OrganizationId: below.id, UserName: null } });
    expect(await admin.send('GET', path)).toMatchObject({ OrganizationId: below.id, UserName: mail });
    const taken = await admin.request('PATCH', path, { json: { UserName: admin.userName } });
    expect(taken.status).toBe(409);
  });

  test('lets users without that right set their own password and nothing else of themselves', async () => {
    const viewer = await organization.user({ roles: ['Viewer'] });
    const path = `/api/Users/${viewer.id}`;
    const both = { Password: 'another long password', FirstName: 'Eve' };
    expect((await viewer.request('PATCH', path, { json: both })).status).toBe(403);
    expect((await viewer.request('PATCH', path, { json: { FirstName: 'Eve' } })).status).toBe(403);
    expect((await viewer.request('PATCH', path, { json: { Password: both.Password } })).status).toBe(204);
    const stranger = await (await seed(loupe).organization()).user();
    expect((await stranger.request('PATCH', path, { json: { FirstName: 'Eve' } })).status).toBe(404);
    const elsewhere = await admin.request('PATCH', path, {
      json: { OrganizationId: stranger.organizationId },
    });
    expect(elsewhere.status).toBe(404);
  });

  test('of a zone gives it its place among the others', async () => {
    const zone = { ImageId: imageId, PositionX: 10, PositionY: 10, Width: 50, Height: 50 };
    for (const Name of ['B', 'C']) await admin.send('POST', '/api/zones', { json: { ...zone, Name } });
    const names = async () => {
      const zones = (await admin.send('GET', `/api/zones?imageId=${imageId}`)) as {
        Name: string;
        Order: number;
      }[];
      expect(zones.map(({ Order }) => Order)).toEqual([1, 2, 3]);
      return zones.map(({ Name }) => Name).join('');
    };
    const path = `/api/zones/${ids['zones']}`;
    await admin.send('PATCH', path, { json: { Order: 3 } });
    expect(await names()).toBe('BCA');
    const client = new GraphqlClient(loupe.url, { authorization: `Bearer ${admin.token}` });
    const move =
      'mutation ($id: ID!, $patch: ZonePatch!) { updateZone(input: { id: $id, patch: $patch }) { ... on Zone { order } } }';
    expect((await client.run(move, { id: ids['zones'], patch: { order: 2 } })).data).toEqual({
      updateZone: { order: 2 },
    });
    expect(await names()).toBe('BAC');
    for (const Order of [0, 4, -1]) {
      expect((await admin.request('PATCH', path, { json: { Order } })).status).toBe(400);
    }
    expect(await names()).toBe('BAC');
  });

  test('of a property changes its type where its name suits', async () => {
    const path = `/api/Properties/${ids['Properties']}`;
    await admin.send('PATCH', path, { json: { Type: 'style' } });
    expect(await admin.send('GET', path)).toMatchObject({ Type: 'Style', Name: 'TitleStyle', Value: 'v' });
    await admin.send('PATCH', path, { json: { Type: 'Icon', Name: 'logo' } });
    expect((await admin.request('PATCH', path, { json: { Type: 'Style' } })).status).toBe(400);
    expect(await admin.send('GET', path)).toMatchObject({ Type: 'Icon', Name: 'logo' });
  });
});
