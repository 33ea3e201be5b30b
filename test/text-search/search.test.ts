import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/kernel/ids.js';
import { rawRequest } from '../rest/support/raw.js';
import { useTestApp } from '../kit/use-app.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import type { SeededDocument, SeededFolder, SeededUser } from '../kit/seed/seed-user.js';

interface Hit {
  readonly Type: string;
  readonly Result: { readonly Id: string; readonly Name?: string };
  readonly Path: readonly { readonly Id: string; readonly Type: string; readonly Name: string }[];
}

describe('a search', () => {
  const loupe = useTestApp();
  let organization: SeededOrganization;
  let below: SeededOrganization;
  let admin: SeededUser;
  let folder: SeededFolder;
  let document: SeededDocument;

  beforeAll(async () => {
    organization = await seed(loupe).organization({ name: 'Éditions du Lac' });
    below = await organization.organization({ name: 'Lac-Supérieur 100%' });
    admin = await organization.user();
    folder = await admin.folder({ name: 'Numéros ØRSTED' });
    document = await folder.document(await jpegPicture(41), { name: 'Été au  lac' });
    await admin.folder({ name: 'Lac', parentId: below.id });
  });

  const search = async (query: string, user = admin) =>
    (await user.send('GET', `/services/Search?${query}`)) as Hit[];
  const names = async (name: string, user = admin) =>
    (await search(`name=${encodeURIComponent(name)}`, user)).map(({ Type, Result }) => [Type, Result.Name]);

  it('finds parts of names whatever case and accents, whole names first, then beginnings', async () => {
    expect(await names('LAC')).toEqual([
      ['Folder', 'Lac'],
      ['Organization', 'Lac-Supérieur 100%'],
      ['Organization', 'Éditions du Lac'],
      ['Document', 'Été au  lac'],
    ]);
    expect(await names('ete AU lac')).toEqual([['Document', 'Été au  lac']]);
    expect(await names('orsted')).toEqual([['Folder', 'Numéros ØRSTED']]);
  });

  it('takes wildcards of SQL for what they are', async () => {
    expect(await names('00%')).toEqual([['Organization', 'Lac-Supérieur 100%']]);
    expect(await names('%%')).toEqual([]);
    expect(await names('la_')).toEqual([]);
    expect(await names(`lac' or 1=1 --`)).toEqual([]);
  });

  it('gives the path from the caller’s organization, and where to go from a document', async () => {
    const [hit] = await search(`id=${document.id}`);
    expect(hit).toMatchObject({
      Type: 'Document',
      Result: {
        Id: document.id,
        Pages: 1,
        Links: {
          self: { HRef: `/api/documents/${document.id}`, Method: 'GET' },
          samelevelnodes: { HRef: `/api/nodes/${folder.id}/nodes`, Method: 'GET' },
          children: { HRef: `/api/nodes/${document.id}/nodes`, Method: 'GET' },
          'list:node': { HRef: `/api/nodes/${document.id}`, Method: 'GET' },
        },
      },
      Path: [
        { Id: organization.id, Type: 'Organization', Name: 'Éditions du Lac' },
        { Id: folder.id, Type: 'Folder', Name: 'Numéros ØRSTED' },
        { Id: document.id, Type: 'Document', Name: 'Été au  lac' },
      ],
    });
    const local = await below.user();
    const [own] = await search(`id=${below.id}`, local);
    expect(own?.Path).toEqual([{ Id: below.id, Type: 'Organization', Name: 'Lac-Supérieur 100%' }]);
    for (const { HRef } of Object.values((hit?.Result as unknown as { Links: object }).Links)) {
      expect((await admin.request('GET', HRef as string)).status).toBe(200);
    }
  });

  it('finds users for administrators, by mail and names', async () => {
    const { users } = loupe.app.services;
    const mail = `${newId()}@lac.example`;
    const { id } = await users.create(await admin.viewer(), {
      organizationId: below.id,
      mail,
      firstName: 'Zoë',
      lastName: 'Müller',
    });
    expect(await search('name=zoe%20mull')).toMatchObject([
      {
        Type: 'User',
        Result: { Id: id, Mail: mail },
        Path: [{ Id: organization.id }, { Id: below.id }, { Id: id, Type: 'User', Name: mail }],
      },
    ]);
    expect(await search(`id=${id}`)).toHaveLength(1);
    expect(await search('name=muller', await organization.user({ roles: ['Viewer'] }))).toEqual([]);
    await users.patch(await admin.viewer(), id, { status: 'Inactive' });
    expect(await search('name=zoe%20mull')).toHaveLength(1);
  });

  it('follows new names', async () => {
    const { id } = await admin.folder({ name: 'Brouillon' });
    await admin.send('PATCH', `/api/folders/${id}`, { json: { Name: 'Définitif' } });
    expect(await names('brouillon')).toEqual([]);
    expect(await names('definitif')).toEqual([['Folder', 'Définitif']]);
  });

  it('is the same by POST, and by GET with a body', async () => {
    const json = { Name: 'été au' };
    const expected = await search(`name=${encodeURIComponent(json.Name)}`);
    expect(expected).toHaveLength(1);
    expect(await admin.send('POST', '/services/Search', { json })).toEqual(expected);
    const answer = await rawRequest(loupe.url, {
      method: 'GET',
      path: '/services/search',
      headers: { Authorization: `bearer ${admin.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(json),
    });
    expect(JSON.parse(answer.text)).toEqual(expected);
  });

  it('shows nothing of others, and refuses what is no question', async () => {
    const stranger = await (await seed(loupe).organization()).user();
    expect(await search(`id=${document.id}`, stranger)).toEqual([]);
    expect(await search('name=lac', stranger)).toEqual([]);
    for (const query of ['', 'name=l', 'name=%C3%A9', 'name=%20%20l%20', 'id=lac', 'name=lac&take=0']) {
      expect((await admin.request('GET', `/services/Search?${query}`)).status).toBe(400);
    }
    expect((await admin.request('POST', '/services/Search', { json: {} })).status).toBe(400);
    expect((await fetch(`${loupe.url}/services/Search?name=lac`)).status).toBe(401);
  });
});
