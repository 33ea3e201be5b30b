import { beforeAll, describe, expect, test } from 'vitest';
import { operator } from '../../src/access/viewer.js';
import { newId } from '../../src/kernel/ids.js';
import { useTestApp } from '../kit/use-app.js';
import { Tenant } from './support/tenant.js';

const loupe = useTestApp();
let tenant: Tenant;

beforeAll(async () => {
  tenant = await Tenant.create(loupe);
});

describe('folders', () => {
  test('are created, read, changed and deleted', async () => {
    const created = await tenant.send('POST', '/api/folders', {
      json: { ParentId: tenant.organizationId, Name: 'Été ☀' },
    });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ ParentId: tenant.organizationId, Name: 'Été ☀' });
    expect(created.body.DateCreated).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const id = created.body.Id as string;
    expect((await tenant.send('GET', `/api/Folders/${id}`)).body).toEqual(created.body);
    const patched = await tenant.send('PATCH', `/api/folders?id=${id}`, { json: { Name: 'Winter' } });
    expect(patched).toMatchObject({ status: 204, answer: '' });
    expect((await tenant.send('GET', `/api/folders?folderId=${id}`)).body.Name).toBe('Winter');
    expect((await tenant.send('DELETE', `/api/folders/${id}?deletechildren=true`)).status).toBe(204);
    expect((await tenant.send('GET', `/api/Folders/${id}`)).status).toBe(404);
  });

  test('are listed as a bare array', async () => {
    const parent = await tenant.newFolder('Parent');
    await tenant.send('POST', '/api/folders', { json: { ParentId: parent, Name: 'Child' } });
    expect((await tenant.send('GET', `/api/nodes/${parent}/folders`)).body).toMatchObject([
      { Name: 'Child' },
    ]);
    expect((await tenant.send('GET', `/api/nodes/${parent}/nodes`)).body).toMatchObject([
      { Type: 'Folder', Name: 'Child' },
    ]);
  });

  test('with children are deleted only when that is said', async () => {
    const parent = await tenant.newFolder('Parent');
    await tenant.send('POST', '/api/folders', { json: { ParentId: parent, Name: 'Child' } });
    const refused = await tenant.send('DELETE', `/api/folders/${parent}?deletechildren=false`);
    expect(refused.status).toBe(400);
    expect((await tenant.send('GET', `/api/folders/${parent}`)).status).toBe(200);
    expect((await tenant.send('DELETE', `/api/folders/${parent}?DeleteChildren=True`)).status).toBe(204);
  });
});

describe('the wire of the platform', () => {
  test('takes paths, query names and members in any case, and the id in every place', async () => {
    const id = await tenant.newFolder('Any');
    for (const path of [`/API/FOLDERS/${id}/`, `/api/folders?ID=${id}`, `/api/Folders?FOLDERID=${id}`]) {
      expect((await tenant.send('GET', path)).body.Id).toBe(id);
    }
    const put = { id, name: 'Lower', PARENTID: tenant.organizationId };
    expect((await tenant.send('PUT', '/api/folders', { json: put })).status).toBe(204);
    expect((await tenant.send('GET', `/api/folders/${id}`)).body.Name).toBe('Lower');
  });

  test('ignores unknown and read-only members', async () => {
    const json = {
      ParentId: tenant.organizationId,
      Name: 'N',
      Id: newId(),
      DateCreated: 'x',
      Unknown: { a: 1 },
      constructor: 1,
    };
    const { status, body } = await tenant.send('POST', '/api/folders', { json });
    expect(status).toBe(201);
    expect(body.Id).not.toBe(json.Id);
  });

  test.each([
    ['a missing member', { ParentId: 'x' }, 'Name'],
    ['a member of a wrong type', { ParentId: 'x', Name: 5 }, 'Name'],
    ['a null for a mandatory member', { ParentId: null, Name: 'n' }, 'ParentId'],
    ['a list', [], 'Body'],
  ])('refuses %s with 400 and its name', async (_name, json, member) => {
    const { status, body } = await tenant.send('POST', '/api/folders', { json });
    expect(status).toBe(400);
    expect(body.ModelState).toHaveProperty(member);
    expect(body.Message).toContain(member);
  });

  test('refuses what is no JSON, and a form, and a body that is too large', async () => {
    expect((await tenant.send('POST', '/api/folders', { text: '{"Name":' })).status).toBe(400);
    expect((await tenant.send('POST', '/api/folders', { text: '' })).status).toBe(400);
    const asForm = { text: 'Name=a', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } };
    expect((await tenant.send('POST', '/api/folders', asForm)).status).toBe(415);
    expect((await tenant.send('POST', '/api/folders', { text: ' '.repeat(3_000_000) })).status).toBe(413);
    expect(await tenant.newFolder()).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('distinguishes an unknown element, an unknown path and a wrong method', async () => {
    for (const id of [newId(), 'no-guid', '%00']) {
      const { status, body } = await tenant.send('GET', `/api/folders/${id}`);
      expect([status, typeof body.Message]).toEqual([404, 'string']);
    }
    const unknown = await tenant.send('GET', '/api/Nonsense');
    expect([unknown.status, typeof unknown.body.Message]).toEqual([404, 'string']);
    const wrong = await tenant.send('DELETE', '/api/Languages');
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET']);
  });

  test('answers an entity tag and 304 when nothing changed', async () => {
    const id = await tenant.newFolder();
    const etag = (await tenant.send('GET', `/api/folders/${id}`)).headers.get('etag') ?? '';
    const again = await tenant.send('GET', `/api/folders/${id}`, {
      headers: { 'If-None-Match': `W/${etag}` },
    });
    expect(again).toMatchObject({ status: 304, answer: '' });
    await tenant.send('PATCH', `/api/folders/${id}`, { json: { Name: 'Changed' } });
    expect(
      (await tenant.send('GET', `/api/folders/${id}`, { headers: { 'If-None-Match': etag } })).status,
    ).toBe(200);
  });

  test('hides another tenant: reading and changing answer 404', async () => {
    const other = await loupe.app.services.organizations.create(operator, {
      name: 'Other',
      languageCode: 'en-US',
    });
    expect((await tenant.send('GET', `/api/organizations/${other.id}`)).status).toBe(404);
    expect(
      (await tenant.send('POST', '/api/folders', { json: { ParentId: other.id, Name: 'x' } })).status,
    ).toBe(404);
    expect((await tenant.send('GET', `/api/accounts?organizationId=${other.id}`)).status).toBe(403);
  });
});
