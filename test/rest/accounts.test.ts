import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/kernel/ids.js';
import { useTestApp } from '../kit/use-app.js';
import { Tenant } from './support/tenant.js';

const loupe = useTestApp();
let tenant: Tenant;

beforeAll(async () => {
  tenant = await Tenant.create(loupe);
});

describe('organizations, users and accounts', () => {
  test('an organization below is created, read, listed, changed and deleted', async () => {
    const json = {
      LanguageCode: 'fr-FR',
      Name: 'Below',
      ParentId: tenant.organizationId,
      AccountType: 'Demo',
    };
    const { status, body } = await tenant.send('POST', '/api/organizations', { json });
    expect(status).toBe(201);
    expect(body).toMatchObject({ Name: 'Below', LanguageCode: 'fr-FR', Logo: null, PicturesCount: null });
    expect(body.AccountType).not.toBe('Demo');
    expect(body.ApiKey).toEqual(expect.any(String));
    const counted = await tenant.send('GET', `/api/Organizations/${body.Id}?GetPicturesCount=true`);
    expect(counted.body.PicturesCount).toBeNull();
    const below = await tenant.send('GET', `/api/nodes/${tenant.organizationId}/organizations`);
    expect(below.body).toEqual(expect.arrayContaining([expect.objectContaining({ Id: body.Id })]));
    expect(
      (await tenant.send('PATCH', `/api/organizations/${body.Id}`, { json: { Name: 'Renamed' } })).status,
    ).toBe(204);
    expect((await tenant.send('GET', '/api/organizations')).body).toEqual(
      expect.arrayContaining([expect.objectContaining({ Name: 'Renamed' })]),
    );
    expect((await tenant.send('DELETE', `/api/organizations/${body.Id}?deletechildren=true`)).status).toBe(
      204,
    );
  });

  test('a user is created, given roles, changed and deleted', async () => {
    const json = {
      OrganizationId: tenant.organizationId,
      Mail: `${newId()}@loupe.example`,
      Password: 'long enough 1',
    };
    const { status, body } = await tenant.send('POST', '/api/Users', { json });
    expect(status).toBe(201);
    expect(body).toMatchObject({ UserName: json.Mail, Status: 'Active', Gender: 'Unknown', FirstName: null });
    expect(body).not.toHaveProperty('Password');
    expect((await tenant.send('PUT', `/api/Users/${body.Id}/Roles/editor`)).status).toBe(204);
    expect((await tenant.send('GET', `/api/Users/${body.Id}/Roles`)).body).toEqual([
      { Role: 'Editor' },
      { Role: 'Viewer' },
    ]);
    expect((await tenant.send('PUT', `/api/Users/${body.Id}/Roles/King`)).status).toBe(404);
    expect((await tenant.send('DELETE', `/api/Users/${body.Id}/Roles/Editor`)).status).toBe(204);
    expect(
      (await tenant.send('PATCH', `/api/Users?id=${body.Id}`, { json: { Status: 'inactive' } })).status,
    ).toBe(204);
    expect((await tenant.send('GET', `/api/Users/${body.Id}`)).body.Status).toBe('Inactive');
    expect((await tenant.send('DELETE', `/api/Users/${body.Id}`)).status).toBe(204);
  });

  test('a user may be created with an ApiKey alone, and a stray token does no harm', async () => {
    for (const Authorization of ['', 'Bearer stale']) {
      const { status, body } = await tenant.send('POST', '/api/Users', {
        json: {
          OrganizationId: tenant.organizationId,
          Mail: `${newId()}@loupe.example`,
          Password: 'long enough 2',
        },
        headers: { Authorization, ApiKey: tenant.apiKey },
      });
      expect([status, body.Status]).toEqual([201, 'Pending']);
    }
    const recovery = {
      json: { Mail: 'nobody@loupe.example' },
      headers: { Authorization: '', ApiKey: tenant.apiKey },
    };
    expect(await tenant.send('POST', '/api/Users/PasswordRecovery', recovery)).toMatchObject({
      status: 204,
      answer: '',
    });
  });

  test('roles, the account and the operation log are read', async () => {
    expect((await tenant.send('GET', '/api/Roles')).body).toEqual([
      { Role: 'Administrator' },
      { Role: 'Editor' },
      { Role: 'Viewer' },
    ]);
    const account = await tenant.send('GET', `/api/accounts?organizationId=${tenant.organizationId}`);
    expect(account.body).toMatchObject({
      OrganizationId: tenant.organizationId,
      ActivePages: 0,
      ValidityDate: null,
    });
    await tenant.newFolder();
    const [last] = (await tenant.send('GET', `/api/Operations?organizationId=${tenant.organizationId}`)).body;
    expect(last).toMatchObject({ Date: expect.any(String), User: tenant.mail, Operation: 'folder:create' });
    const log = `/api/Operations?organizationId=${tenant.organizationId}`;
    const whole = (await tenant.send('GET', log)).body as readonly unknown[];
    expect((await tenant.send('GET', `${log}&skip=1&take=2`)).body).toEqual(whole.slice(1, 3));
    expect((await tenant.send('GET', `${log}&skip=100000`)).body).toEqual([]);
    for (const page of ['take=0', 'take=1001', 'skip=-1']) {
      expect((await tenant.send('GET', `${log}&${page}`)).status).toBe(400);
    }
    expect(
      (
        await tenant.send('POST', '/api/Credits', {
          json: { OrganizationId: tenant.organizationId, Amount: 'x', Direction: 'Give' },
        })
      ).status,
    ).toBe(400);
  });

  test('languages are listed', async () => {
    const languages = (await tenant.send('GET', '/api/languages')).body;
    expect(languages).toEqual(expect.arrayContaining([expect.objectContaining({ Code: 'fr-FR' })]));
    expect(Object.keys(languages[0])).toEqual(['Code', 'Name', 'Region', 'Zone']);
  });
});
