/** Setting a password by a code and being logged in with it, in one step. */
import { expect, test } from 'vitest';
import { operator } from '../../src/access/viewer.js';
import { seed } from '../kit/seed.js';
import type { SeededUser } from '../kit/seed/seed-user.js';
import { useTestApp } from '../kit/use-app.js';
import { ME, pageHeaders, sendAsBrowser, START } from './browser-sessions.js';

const loupe = useTestApp();

const BY_CODE = `mutation ($code: String!, $password: String!) {
  startSessionByPasswordCode(input: { code: $code, password: $password }) {
    __typename
    ... on StartedSession { userName }
    ... on Problem { code message }
    ... on ValidationProblem { fields { path } }
  }
}`;
const password = 'my very own password';
const use = (
  code: string,
  chosen = password,
  headers: Readonly<Record<string, string>> = pageHeaders(loupe.url),
) => sendAsBrowser(loupe.url, BY_CODE, { code, password: chosen }, headers);
const logIn = (userName: string, chosen: string) =>
  sendAsBrowser(loupe.url, START, { input: { login: userName, password: chosen } }, pageHeaders(loupe.url));
const person = async () => (await seed(loupe).organization()).user({ roles: ['Editor'] });
const codeFor = async ({ id }: SeededUser) =>
  (await loupe.app.services.passwordLinks.create(operator, id)).code;
/** The user of the session in a cookie. */
const whoIs = async (cookie: string | null) => {
  const headers = { ...pageHeaders(loupe.url), cookie: cookie?.split(';')[0] ?? '' };
  return (await sendAsBrowser(loupe.url, ME, {}, headers)).body.data?.['me']?.['userName'];
};
const answer = (fields: object) => ({ startSessionByPasswordCode: fields });

test('a code that sets a password logs the browser in with it, once, and ends what the user was logged in by before', async () => {
  const someone = await person();
  const elsewhere = await logIn(someone.userName, someone.password);
  const code = await codeFor(someone);
  const { body, cookie } = await use(code);
  expect(body.data).toEqual(answer({ __typename: 'StartedSession', userName: someone.userName }));
  expect(await whoIs(cookie)).toBe(someone.userName);
  expect(await whoIs(elsewhere.cookie)).toBeUndefined();
  const again = await use(code);
  expect(again.body.data).toMatchObject(answer({ code: 'INVALID_GRANT' }));
  expect(again.cookie).toBeNull();
  expect((await logIn(someone.userName, password)).cookie).not.toBeNull();
});

test('a code that sets a password is kept where the password is too short, and where no page of the server sends it', async () => {
  const someone = await person();
  const code = await codeFor(someone);
  expect((await use(code, 'short')).body.data).toMatchObject(
    answer({ __typename: 'ValidationProblem', fields: [{ path: 'password' }] }),
  );
  expect((await use(code, password, { origin: loupe.url })).body.data).toMatchObject(
    answer({ code: 'FORBIDDEN' }),
  );
  expect((await use(code)).cookie).not.toBeNull();
});

test('a code that sets a password starts no session of a user who was deactivated', async () => {
  const someone = await person();
  const code = await codeFor(someone);
  await loupe.app.services.users.patch(operator, someone.id, { status: 'Inactive' });
  const { body, cookie } = await use(code);
  expect(body.data).toMatchObject(answer({ __typename: 'AccessProblem', code: 'INVALID_GRANT' }));
  expect(cookie).toBeNull();
});
