import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApp } from '../kit/use-app.js';
import { Tenant } from './support/tenant.js';

const loupe = useTestApp();
let tenant: Tenant;

beforeAll(async () => {
  tenant = await Tenant.create(loupe);
});

describe('the login', () => {
  test('answers a token, its life and the user, in the members that clients read', async () => {
    const body = JSON.parse(await (await tenant.logIn({})).text());
    expect(body).toMatchObject({
      token_type: 'bearer',
      expires_in: 1_295_999,
      organizationId: tenant.organizationId,
      mail: tenant.mail,
      roles: 'Administrator',
    });
    expect(new Date(body['.expires']).getTime() - new Date(body['.issued']).getTime()).toBe(1_295_999_000);
  });

  test.each([
    ['a wrong password', { password: 'wrong password' }, undefined, 'invalid_grant'],
    ['an unknown user', { username: 'nobody@loupe.example' }, undefined, 'invalid_grant'],
    ['another grant', { grant_type: 'client_credentials' }, undefined, 'unsupported_grant_type'],
    ['no grant', { grant_type: '' }, undefined, 'invalid_request'],
    ['no ApiKey', {}, {}, 'invalid_client'],
    ['an unknown ApiKey', {}, { ApiKey: 'unknown-key' }, 'invalid_client'],
  ])('is refused for %s', async (_name, changes, headers, error) => {
    const response = await tenant.logIn(changes, headers);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error, error_description: expect.any(String) });
  });

  test('accepts a scheme in any case and refuses a bad token with 401', async () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      expect(
        (await tenant.send('GET', '/api/roles', { headers: { Authorization: `${scheme} ${tenant.token}` } }))
          .status,
      ).toBe(200);
    }
    for (const value of ['', 'Bearer', `Bearer ${tenant.token}x`, `Basic ${tenant.token}`]) {
      const refused = await tenant.send('GET', '/api/roles', { headers: { Authorization: value } });
      expect(refused.status).toBe(401);
      expect(refused.headers.get('www-authenticate')).toBe('Bearer');
      expect(refused.body.Message).toMatch(/POST \/token/);
    }
  });

  test('answers a preflight without authentication', async () => {
    for (const path of ['/token', '/api/EnrichedImages', '/api/Documents', '/api/Clicks']) {
      const response = await fetch(`${loupe.url}${path}`, {
        method: 'OPTIONS',
        headers: {
          Origin: 'https://shop.example',
          'Access-Control-Request-Method': 'PUT',
          'Access-Control-Request-Headers': 'apikey,authorization,content-type,devicename,sessionid',
        },
      });
      expect(response.status).toBe(204);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(response.headers.get('access-control-allow-headers')).toContain('apikey');
    }
  });
});
