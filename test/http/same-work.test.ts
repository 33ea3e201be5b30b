/** Before an answer the server does the same work with and without an account, so that its time reveals nothing. */
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { useTestApp } from '../kit/use-app.js';
import type { SeededUser } from '../kit/seed/seed-user.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import { statementsOf } from '../kit/statements.js';

const asked = vi.hoisted(() => ({ hashes: 0, verifications: 0 }));

vi.mock('@node-rs/argon2', async (original) => {
  const library: { hash: (...of: unknown[]) => unknown; verify: (...of: unknown[]) => unknown } =
    await original();
  return {
    ...library,
    hash: (...of: unknown[]) => {
      asked.hashes += 1;
      return library.hash(...of);
    },
    verify: (...of: unknown[]) => {
      asked.verifications += 1;
      return library.verify(...of);
    },
  };
});

const loupe = useTestApp();
let organization: SeededOrganization;
let known: SeededUser;
/** A user of another tenant. */
let foreign: SeededUser;

beforeAll(async () => {
  organization = await seed(loupe).organization();
  known = await organization.user();
  foreign = await (await seed(loupe).organization()).user();
  // The first of all makes the hash that stands for those who have none.
  await logIn('nobody-before@loupe.example');
});
beforeEach(() => {
  asked.hashes = 0;
  asked.verifications = 0;
});

const headers = () => ({ ApiKey: organization.apiKey, 'Content-Type': 'application/json' });

async function logIn(userName: string): Promise<number> {
  const form = new URLSearchParams({
    grant_type: 'password',
    username: userName,
    password: 'not the password',
  });
  const response = await fetch(`${loupe.url}/token`, {
    method: 'POST',
    headers: { ApiKey: organization.apiKey },
    body: form,
  });
  return response.status;
}

async function signUp(userName: string): Promise<number> {
  const body = JSON.stringify({
    OrganizationId: organization.id,
    UserName: userName,
    Mail: userName,
    Password: 'a password of its own',
    Roles: ['Viewer'],
  });
  return (await fetch(`${loupe.url}/api/Users`, { method: 'POST', headers: headers(), body })).status;
}

async function recover(mail: string): Promise<number> {
  const body = JSON.stringify({ Mail: mail });
  const url = `${loupe.url}/api/Users/PasswordRecovery`;
  return (await fetch(url, { method: 'POST', headers: headers(), body })).status;
}

describe('the same work is done', () => {
  it('by a log-in for a user, for one of another tenant and for nobody', async () => {
    const { passwordChecks, statements } = { passwordChecks: [] as number[], statements: [] as number[] };
    for (const name of [known.userName, foreign.userName, 'nobody@loupe.example']) {
      asked.verifications = 0;
      statements.push(await statementsOf(loupe, async () => expect(await logIn(name)).toBe(400)));
      passwordChecks.push(asked.verifications);
    }
    expect(passwordChecks).toEqual([1, 1, 1]);
    expect(new Set(statements).size).toBe(1);
  });

  it('by a sign-up with a name that is taken and with one that is free: the password is hashed', async () => {
    expect(await signUp(foreign.userName)).toBe(409);
    expect(asked.hashes).toBe(1);
    expect(await signUp('somebody-new@loupe.example')).toBe(201);
    expect(asked.hashes).toBe(2);
  });

  it('by a recovery for a user and for nobody: mails are written after the answer', async () => {
    const { users, auth, passwordRecovery } = loupe.app.services;
    const key = await auth.viewerOfApiKey(organization.apiKey);
    for (const mail of [known.userName, foreign.userName, 'nobody@loupe.example']) {
      expect(await statementsOf(loupe, () => users.recoverPassword(key, mail))).toBe(0);
      await passwordRecovery.settled();
      expect(await recover(mail)).toBe(204);
    }
  });
});
