import { beforeAll, describe, expect, test } from 'vitest';
import { operator } from '../../src/access/viewer.js';
import { startTestApp } from '../kit/app.js';
import { useTestApp } from '../kit/use-app.js';
import { newPdf } from '../kit/files/pdfs.js';
import { seed } from '../kit/seed.js';
import { MovableClock } from '../kit/seed/seed-clock.js';
import type { SeededUser } from '../kit/seed/seed-user.js';
import { ME, pageHeaders, type Sent, sendAsBrowser, START } from './browser-sessions.js';
import { eventsOf, GraphqlClient } from './support.js';

const clock = new MovableClock();
const loupe = useTestApp({ clock });
let user: SeededUser;

beforeAll(async () => {
  user = await (await seed(loupe).organization()).user();
});

const BY_LINK = `mutation ($code: String!) {
  startSessionByLink(input: { code: $code }) { __typename ... on Problem { code message } }
}`;
const END = 'mutation { endSession { __typename } }';

const send = (
  query: string,
  variables: object,
  headers: Readonly<Record<string, string>>,
  url = loupe.url,
): Promise<Sent> => sendAsBrowser(url, query, variables, headers);

const inputOf = ({ userName, password }: SeededUser) => ({ input: { login: userName, password } });

/** Logs a browser in. @returns what it sends from then on */
async function browser(who = user): Promise<Record<string, string>> {
  const { cookie } = await send(START, inputOf(who), pageHeaders(loupe.url));
  return { ...pageHeaders(loupe.url), cookie: cookie?.split(';')[0] ?? '' };
}

async function isLoggedIn(headers: Readonly<Record<string, string>>): Promise<boolean> {
  const { body } = await send(ME, {}, headers);
  if (body.errors !== undefined)
    expect(body.errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
  return body.data?.['me'] !== undefined;
}

describe('a session of a browser', () => {
  test('is in a cookie that no script reads, that other sites do not send, and in no answer', async () => {
    const { cookie, body } = await send(START, inputOf(user), pageHeaders(loupe.url));
    expect(cookie).toMatch(/^loupe_session=[\w-]{43}; Max-Age=1295999; Path=\/; HttpOnly; SameSite=Strict$/);
    const secret = /=([^;]+)/.exec(cookie ?? '')![1]!;
    expect(JSON.stringify(body)).not.toContain(secret);
    expect(body.data?.['startSession']).toMatchObject({
      __typename: 'StartedSession',
      userName: user.userName,
      organizationId: user.organizationId,
    });
    // Nor does it work as the token of a program, nor the other way round.
    expect(await isLoggedIn({ authorization: `Bearer ${secret}` })).toBe(false);
    expect(await isLoggedIn({ ...pageHeaders(loupe.url), cookie: `loupe_session=${user.token}` })).toBe(
      false,
    );
  });

  test('is sent over TLS alone where the server is reached by TLS', async () => {
    const safe = await startTestApp({ environment: { LOUPE_PUBLIC_URL: 'https://print.loupe.example' } });
    try {
      const other = await (await seed(safe).organization()).user();
      const headers = pageHeaders('https://print.loupe.example');
      const { cookie } = await send(START, inputOf(other), headers, safe.url);
      expect(cookie).toMatch(/; Secure/);
    } finally {
      await safe.close();
    }
  });

  test('counts with the header of the console and the own origin only', async () => {
    const headers = await browser();
    const { cookie = '' } = headers;
    const host = new URL(loupe.url).host;
    const counting = [
      headers,
      { ...headers, 'sec-fetch-site': 'same-origin' },
      { cookie, 'x-loupe-console': '1', 'sec-fetch-site': 'same-origin' },
    ];
    for (const each of counting) expect(await isLoggedIn(each), JSON.stringify(each)).toBe(true);
    const notCounting: Record<string, string>[] = [
      { cookie },
      { cookie, origin: loupe.url },
      { cookie, 'x-loupe-console': '1' },
      { ...headers, 'x-loupe-console': '0' },
      { ...headers, origin: 'https://evil.example' },
      { ...headers, origin: 'null' },
      { ...headers, origin: `http://${host}.evil.example` },
      { ...headers, 'sec-fetch-site': 'cross-site' },
      { ...headers, 'sec-fetch-site': 'same-site' },
      { cookie, 'x-loupe-console': '1', 'sec-fetch-site': 'none' },
      // A token that is no good is not made good by a session.
      { ...headers, authorization: 'Bearer nothing' },
      { ...headers, authorization: 'Basic bm90aGluZw==' },
    ];
    for (const each of notCounting) expect(await isLoggedIn(each), JSON.stringify(each)).toBe(false);
  });

  test('is not started for a page of another site', async () => {
    for (const headers of [{}, { ...pageHeaders(loupe.url), origin: 'https://evil.example' }]) {
      const { cookie, body } = await send(START, inputOf(user), headers);
      expect(cookie).toBeNull();
      expect(body.data?.['startSession']).toMatchObject({ __typename: 'AccessProblem', code: 'FORBIDDEN' });
    }
  });

  test('is of no use on the REST surfaces', async () => {
    const headers = await browser();
    const response = await fetch(`${loupe.url}/api/folders`, { headers });
    expect(response.status).toBe(401);
  });

  test('ends when the user logs out, and the cookie goes', async () => {
    const headers = await browser();
    const stays = await browser();
    const { cookie, body } = await send(END, {}, headers);
    expect(body.data?.['endSession']).toMatchObject({ __typename: 'Done' });
    expect(cookie).toMatch(/^loupe_session=; .*Expires=Thu, 01 Jan 1970/);
    expect(await isLoggedIn(headers)).toBe(false);
    expect(await isLoggedIn(stays)).toBe(true);
    const again = await browser();
    await send('mutation { logout { __typename } }', {}, again);
    expect(await isLoggedIn(again)).toBe(false);
  });

  test('ends with its time, with a new password, with the user, and when another one is started in its place', async () => {
    const person = await (await seed(loupe).organization()).user({ roles: ['Editor'] });
    const { users } = loupe.app.services;
    const byTime = await browser(person);
    clock.forward({ days: 15, seconds: -2 });
    expect(await isLoggedIn(byTime)).toBe(true);
    clock.forward({ seconds: 2 });
    expect(await isLoggedIn(byTime)).toBe(false);

    const replaced = await browser(person);
    await send(START, inputOf(person), replaced);
    expect(await isLoggedIn(replaced)).toBe(false);

    const byPassword = await browser(person);
    await users.patch(operator, person.id, { password: person.password });
    expect(await isLoggedIn(byPassword)).toBe(false);

    const byStatus = await browser(person);
    expect(await isLoggedIn(byStatus)).toBe(true);
    await users.patch(operator, person.id, { status: 'Inactive' });
    expect(await isLoggedIn(byStatus)).toBe(false);
  });

  test('is enough for uploads and for subscriptions', async () => {
    const person = await (await seed(loupe).organization()).user();
    const client = new GraphqlClient(loupe.url, await browser(person));
    const answer = await client.upload(
      `mutation ($parentId: ID!, $file: Upload!) {
        createDocument(input: { parentId: $parentId, name: "PDF", defaultLanguage: "en-US", file: $file }) {
          ... on Document { id }
        }
      }`,
      { parentId: person.organizationId },
      { file: { bytes: await newPdf([11]), type: 'application/pdf', name: 'pages.pdf' } },
    );
    const { id } = answer.data!['createDocument'] as { id: string };
    const query = 'subscription ($id: ID!) { documentProgress(id: $id) { processing } }';
    const events = await eventsOf(loupe.url, client, query, { id });
    expect(events.at(-1)).toEqual({ data: { documentProgress: { processing: 'READY' } } });
    const { cookie: _cookie, ...stranger } = client.headers;
    const refused = await eventsOf(loupe.url, new GraphqlClient(loupe.url, stranger), query, { id });
    expect(JSON.stringify(refused)).toContain('UNAUTHENTICATED');
  });

  test('shares the count of failures with the other logins', async () => {
    const organization = await seed(loupe).organization();
    const person = await organization.user();
    const wrong = { input: { login: person.userName.toUpperCase(), password: 'not the password' } };
    for (let i = 0; i < 5; i++) {
      const { body } = await send(START, wrong, pageHeaders(loupe.url));
      expect(body.data?.['startSession']).toMatchObject({ code: 'INVALID_GRANT' });
      const { userName } = person;
      const login = { apiKey: organization.apiKey, userName, password: 'no', address: '127.0.0.1' };
      await expect(loupe.app.services.auth.login(login)).rejects.toMatchObject({ code: 'INVALID_GRANT' });
    }
    const { body } = await send(START, inputOf(person), pageHeaders(loupe.url));
    expect(body.data?.['startSession']).toMatchObject({ __typename: 'BusyProblem', code: 'RATE_LIMITED' });
  });

  test('sends files in parts from an own page, and from no other', async () => {
    const begin = async (headers: Readonly<Record<string, string>>) => {
      const parts = { 'Tus-Resumable': '1.0.0', 'Upload-Length': '10' };
      const response = await fetch(`${loupe.url}/api/uploads`, {
        method: 'POST',
        headers: { ...headers, ...parts },
      });
      return response.status;
    };
    const own = await browser();
    const { 'x-loupe-console': _own, ...withoutHeader } = own;
    expect(await begin(own)).toBe(201);
    expect(await begin(withoutHeader)).toBe(401);
    expect(await begin({ ...own, origin: 'https://elsewhere.example' })).toBe(401);
  });
});

describe('a link to log in', () => {
  const open = (code: string) => send(BY_LINK, { code }, pageHeaders(loupe.url));
  const refusal = { startSessionByLink: { __typename: 'AccessProblem', code: 'INVALID_GRANT' } };

  test('starts one session, once, and only of its user', async () => {
    const { code } = await loupe.app.services.sessions.newLink(operator, user.userName);
    const opened = await Promise.all([open(code), open(code), open(code)]);
    const cookies = opened.flatMap(({ cookie }) => cookie ?? []);
    expect(cookies).toHaveLength(1);
    const headers = { ...pageHeaders(loupe.url), cookie: cookies[0]!.split(';')[0]! };
    expect((await send(ME, {}, headers)).body.data).toEqual({ me: { userName: user.userName } });
    expect((await open(code)).body.data).toMatchObject(refusal);
    // A code is no session, and no token.
    const other = await loupe.app.services.sessions.newLink(operator, user.userName);
    expect(await isLoggedIn({ ...headers, cookie: `loupe_session=${other.code}` })).toBe(false);
    expect(await isLoggedIn({ authorization: `Bearer ${other.code}` })).toBe(false);
  });

  test('is too old after half an hour, and no good for a user who is not active', async () => {
    const person = await (await seed(loupe).organization()).user({ roles: ['Editor'] });
    const { sessions, users } = loupe.app.services;
    const { code } = await sessions.newLink(operator, person.userName);
    clock.forward({ seconds: 30 * 60 });
    expect((await open(code)).body.data).toMatchObject(refusal);
    const next = await sessions.newLink(operator, person.userName);
    await users.patch(operator, person.id, { status: 'Inactive' });
    expect((await open(next.code)).body.data).toMatchObject(refusal);
    await expect(sessions.newLink(operator, person.userName)).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
    });
    await expect(sessions.newLink(operator, 'nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('is made only for a person at the server', async () => {
    const administrator = await (await (await seed(loupe).organization()).user()).viewer();
    const { sessions } = loupe.app.services;
    await expect(sessions.newLink(administrator, user.userName)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});
