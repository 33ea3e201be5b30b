import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../kit/app.js';
import { migratedPostgresDatabase } from '../kit/servers/postgres.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import { statementsOfLimits } from '../kit/statements.js';

/** Behind a proxy that reports the client. */
const PROXIED = { LOUPE_PUBLIC_URL: 'https://loupe.example' };

const NAMES = ['limit', 'remaining', 'reset', 'policy'] as const;

function limitsOf({ headers }: Response) {
  return Object.fromEntries(NAMES.map((name) => [name, headers.get(`ratelimit-${name}`)]));
}

async function logIn(
  loupe: TestApp,
  organization: SeededOrganization,
  { userName, password, from }: { userName: string; password: string; from: string },
): Promise<number> {
  const response = await fetch(`${loupe.url}/token`, {
    method: 'POST',
    headers: { ApiKey: organization.apiKey, 'X-Forwarded-For': from },
    body: new URLSearchParams({ grant_type: 'password', username: userName, password }),
  });
  return response.status;
}

async function picture(number: number): Promise<Blob> {
  return new Blob([new Uint8Array(await jpegPicture(number))], { type: 'image/jpeg' });
}

describe('limits of how often somebody does something', () => {
  let loupe: TestApp;
  let organization: SeededOrganization;

  beforeAll(async () => {
    loupe = await startTestApp({
      environment: {
        ...PROXIED,
        LOUPE_SIGN_UPS_PER_HOUR: '2',
        LOUPE_RECOVERIES_PER_HOUR: '3',
        LOUPE_SCANS_PER_MINUTE: '2',
        LOUPE_UPLOADS_PER_MINUTE: '2',
      },
    });
    organization = await seed(loupe).organization();
  });
  afterAll(async () => loupe.close());

  const signUp = async (name: string, from: string) =>
    fetch(`${loupe.url}/api/Users`, {
      method: 'POST',
      headers: { ApiKey: organization.apiKey, 'Content-Type': 'application/json', 'X-Forwarded-For': from },
      body: JSON.stringify({
        OrganizationId: organization.id,
        UserName: name,
        Mail: `${name}@loupe.example`,
        Password: 'a good password',
      }),
    });

  test('sign-ups of an address get what is left of the limit, and a refusal has the time to wait', async () => {
    const first = await signUp('one', '192.0.2.1');
    expect(first.status).toBe(201);
    expect(limitsOf(first)).toMatchObject({ limit: '2', remaining: '1', policy: '2;w=3600' });
    expect((await signUp('two', '192.0.2.1')).status).toBe(201);
    const refused = await signUp('three', '192.0.2.1');
    expect(refused.status).toBe(429);
    expect(await refused.text()).toMatch(/Too many sign-ups\. Wait \d+ minutes, then try again\./);
    expect(limitsOf(refused)).toMatchObject({ remaining: '0' });
    expect(refused.headers.get('retry-after')).toBe(refused.headers.get('ratelimit-reset'));
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
    expect((await signUp('three', '192.0.2.2')).status).toBe(201);
  });

  test('addresses of one network of IPv6 count as one', async () => {
    expect((await signUp('six1', '2001:db8:0:1::1')).status).toBe(201);
    expect((await signUp('six2', '2001:db8:0:1:ffff::2')).status).toBe(201);
    expect((await signUp('six3', '2001:db8:0:1:abcd::3')).status).toBe(429);
    expect((await signUp('six3', '2001:db8:0:2::1')).status).toBe(201);
  });

  test('requests for new passwords are bounded whether or not anybody has the mailbox', async () => {
    const recover = async (from: string) => {
      const response = await fetch(`${loupe.url}/api/Users/PasswordRecovery`, {
        method: 'POST',
        headers: {
          ApiKey: organization.apiKey,
          'Content-Type': 'application/json',
          'X-Forwarded-For': from,
        },
        body: JSON.stringify({ Mail: 'nobody@loupe.example' }),
      });
      return response.status;
    };
    const statuses = [];
    for (const number of [1, 2, 3, 4]) statuses.push(await recover(`198.51.100.${number}`));
    expect(statuses).toEqual([204, 204, 204, 429]);
  });

  test('scans and clicks of an organization are bounded together, those of others are not touched', async () => {
    const scan = async (apiKey: string) => {
      const form = new FormData();
      form.append('query', JSON.stringify({ Language: 'en-US' }));
      form.append('file', await picture(3), 'photo.jpg');
      const headers = {
        ApiKey: apiKey,
        ApplicationName: 'App',
        ApplicationVersion: '1',
        DeviceName: 'Phone',
        DeviceSystemVersion: '1',
        SdkVersion: '1',
      };
      return fetch(`${loupe.url}/api/EnrichedImages`, { method: 'POST', headers, body: form });
    };
    const answers = [];
    for (let count = 0; count < 3; count++) answers.push(await scan(organization.apiKey));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 429]);
    expect(limitsOf(answers[1]!)).toMatchObject({ limit: '2', remaining: '0', policy: '2;w=60' });
    expect((await scan((await seed(loupe).organization()).apiKey)).status).toBe(204);
  });

  test('searches of an application are refused in the words of its protocol', async () => {
    const { id, key } = await organization.application();
    expect(id).toBeTruthy();
    const search = async () => {
      const form = new FormData();
      form.append('application_key', key);
      form.append('image_content', await picture(3), 'photo.jpg');
      return fetch(`${loupe.queryUrl}/api/v2.0/enginequery/json/SearchImageByUpload`, {
        method: 'POST',
        body: form,
      });
    };
    await search();
    await search();
    const refused = await search();
    expect(await refused.text()).toMatch(/-2007[\s\S]*Too many scans/);
    expect(limitsOf(refused)).toMatchObject({ remaining: '0' });
  });

  test('uploads are bounded for each user', async () => {
    const user = await organization.user();
    const folder = await user.folder();
    await folder.document(await jpegPicture(1));
    await folder.document(await jpegPicture(2));
    await expect(folder.document(await jpegPicture(3))).rejects.toThrow(/429.*Too many uploads/);
    const colleague = await organization.user();
    await (await colleague.folder()).document(await jpegPicture(3));
  });

  test('what is not bounded carries no such headers', async () => {
    const user = await organization.user();
    expect(limitsOf(await user.request('GET', `/api/Organizations/${organization.id}`))).toEqual({
      limit: null,
      remaining: null,
      reset: null,
      policy: null,
    });
  });

  test('guessing from elsewhere does not shut anybody out of their own account', async () => {
    const user = await organization.user();
    const right = { userName: user.userName, password: user.password };
    const wrong = { userName: user.userName, password: 'not the password' };
    for (let guess = 0; guess < 10; guess++) {
      expect(await logIn(loupe, organization, { ...wrong, from: '203.0.113.1' })).toBe(400);
    }
    expect(await logIn(loupe, organization, { ...right, from: '203.0.113.1' })).toBe(429);
    expect(await logIn(loupe, organization, { ...right, from: '203.0.113.2' })).toBe(200);
  });

  test('guessing from many places shuts out strangers alone', async () => {
    const user = await organization.user();
    const home = { userName: user.userName, password: user.password, from: '198.18.0.1' };
    expect(await logIn(loupe, organization, home)).toBe(200);
    const wrong = { userName: user.userName, password: 'not the password' };
    const guesses = Array.from({ length: 110 }, (_, index) => `198.19.${index}.1`);
    const statuses = [];
    for (const from of guesses) statuses.push(await logIn(loupe, organization, { ...wrong, from }));
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(5);
    expect(await logIn(loupe, organization, { ...home, from: '198.20.0.1' })).toBe(429);
    expect(await logIn(loupe, organization, home)).toBe(200);
  });
});

test('all limits of a log-in or a recovery are asked in one statement of a shared database', async () => {
  const environment = { ...PROXIED, LOUPE_DATABASE_URL: await migratedPostgresDatabase() };
  const loupe = await startTestApp({ environment, isAlone: true });
  try {
    const organization = await seed(loupe).organization();
    const user = await organization.user();
    const right = { userName: user.userName, password: user.password, from: '203.0.113.1' };
    const statements = async (login: typeof right, status: number) =>
      statementsOfLimits(loupe, async () => expect(await logIn(loupe, organization, login)).toBe(status));
    // One that comes right takes its counts back in another one.
    expect(await statements(right, 200)).toBe(2);
    expect(await statements(right, 200)).toBe(2);
    const wrong = { ...right, password: 'not the password' };
    for (let guess = 0; guess < 10; guess++) expect(await statements(wrong, 400)).toBe(1);
    expect(await statements(wrong, 429)).toBe(1);
    // Who is known to be refused costs the database no more than the count of the source.
    expect(await statements(right, 429)).toBe(1);
    expect(await statements({ ...right, from: '203.0.113.2' }, 200)).toBe(2);
    const recovery = await statementsOfLimits(loupe, async () => {
      const headers = { ApiKey: organization.apiKey, 'Content-Type': 'application/json' };
      const body = JSON.stringify({ Mail: 'nobody@loupe.example' });
      const sent = fetch(`${loupe.url}/api/Users/PasswordRecovery`, { method: 'POST', headers, body });
      expect((await sent).status).toBe(204);
    });
    expect(recovery).toBe(1);
  } finally {
    await loupe.close();
  }
});

test('log-ins of one user at the same time wait for each other and leave nothing counted', async () => {
  const environment = { ...PROXIED, LOUPE_DATABASE_URL: await migratedPostgresDatabase() };
  const loupe = await startTestApp({ environment });
  try {
    const organization = await seed(loupe).organization();
    const user = await organization.user();
    const right = { userName: user.userName, password: user.password, from: '203.0.113.1' };
    const wrong = { ...right, password: 'not the password' };
    for (let round = 0; round < 6; round++) {
      const statuses = await Promise.all(
        Array.from({ length: 6 }, async () => logIn(loupe, organization, right)),
      );
      expect(statuses).toEqual(Array<number>(6).fill(200));
    }
    const guesses = [];
    for (let guess = 0; guess < 11; guess++) guesses.push(await logIn(loupe, organization, wrong));
    expect(guesses).toEqual([...Array<number>(10).fill(400), 429]);
  } finally {
    await loupe.close();
  }
});

test('servers of one database count failed logins together', async () => {
  const environment = { ...PROXIED, LOUPE_DATABASE_URL: await migratedPostgresDatabase() };
  const servers = [await startTestApp({ environment }), await startTestApp({ environment })];
  try {
    const organization = await seed(servers[0]!).organization();
    const user = await organization.user();
    const wrong = { userName: user.userName, password: 'not the password', from: '203.0.113.1' };
    const statuses = [];
    for (let guess = 0; guess < 11; guess++) {
      statuses.push(await logIn(servers[guess % 2]!, organization, wrong));
    }
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429]);
  } finally {
    for (const server of servers) await server.close();
  }
});
