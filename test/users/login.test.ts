import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { operator } from '../../src/access/viewer.js';
import { startTestApp, type TestApp } from '../kit/app.js';
import { seed } from '../kit/seed.js';
import { MovableClock } from '../kit/seed/seed-clock.js';

describe('logging in', () => {
  const clock = new MovableClock();
  let loupe: TestApp;

  beforeAll(async () => {
    loupe = await startTestApp({ clock });
  });
  afterAll(() => loupe.close());

  const login = (apiKey: string | null, userName: string, password: string, address: string | null = null) =>
    loupe.app.services.auth.login({ apiKey, userName, password, address });

  it('gives a token that stands for the user, its organization and its roles', async () => {
    const org = await seed(loupe).organization();
    const user = await org.user({ roles: ['Editor', 'Viewer'] });
    const answer = await login(org.apiKey, user.userName, user.password);
    expect(answer).toMatchObject({ expiresInSeconds: 1_295_999, roles: ['Editor', 'Viewer'] });
    expect(answer.user).toMatchObject({ id: user.id, organizationId: org.id });
    expect(await loupe.app.services.auth.viewerOfToken(answer.token)).toMatchObject({
      userId: user.id,
      organizationId: org.id,
      organizationPath: `${org.id}/`,
    });
  });

  it('knows a user name in any case', async () => {
    const org = await seed(loupe).organization();
    const user = await org.user();
    expect((await login(org.apiKey, user.userName.toUpperCase(), user.password)).user.id).toBe(user.id);
  });

  it('refuses a wrong password and an unknown user with the same words', async () => {
    const org = await seed(loupe).organization();
    const user = await org.user();
    const wrong = await login(org.apiKey, user.userName, 'not the password').catch((error: unknown) => error);
    const unknown = await login(org.apiKey, 'nobody@loupe.example', user.password).catch(
      (error: unknown) => error,
    );
    expect(wrong).toMatchObject({ code: 'INVALID_GRANT' });
    expect(unknown).toEqual(wrong);
  });

  it('refuses a missing or unknown ApiKey before it looks at the user', async () => {
    await expect(login(null, 'somebody', 'password')).rejects.toMatchObject({ code: 'INVALID_CLIENT' });
    await expect(login('unknown', 'somebody', 'password')).rejects.toMatchObject({ code: 'INVALID_CLIENT' });
  });

  it("accepts the ApiKey of an organization above, and no other tenant's", async () => {
    const above = await seed(loupe).organization();
    const below = await above.organization();
    const stranger = await seed(loupe).organization();
    const user = await below.user();
    expect((await login(above.apiKey, user.userName, user.password)).user.id).toBe(user.id);
    await expect(login(stranger.apiKey, user.userName, user.password)).rejects.toMatchObject({
      code: 'INVALID_GRANT',
    });
    const head = await above.user();
    await expect(login(below.apiKey, head.userName, head.password)).rejects.toMatchObject({
      code: 'INVALID_GRANT',
    });
  });

  it('ends at logout, and only for the token that logged out', async () => {
    const org = await seed(loupe).organization();
    const user = await org.user();
    const other = await login(org.apiKey, user.userName, user.password);
    await loupe.app.services.auth.logout(user.token);
    expect(await loupe.app.services.auth.viewerOfToken(user.token)).toBeNull();
    expect(await loupe.app.services.auth.viewerOfToken(other.token)).not.toBeNull();
  });

  it('ends after fifteen days', async () => {
    const user = await (await seed(loupe).organization()).user();
    clock.forward({ days: 15, seconds: -2 });
    expect(await loupe.app.services.auth.viewerOfToken(user.token)).not.toBeNull();
    clock.forward({ seconds: 1 });
    expect(await loupe.app.services.auth.viewerOfToken(user.token)).toBeNull();
  });

  it('ends at once for a user who is disabled, and stays ended when the user is enabled again', async () => {
    const org = await seed(loupe).organization();
    const user = await org.user({ roles: ['Editor'] });
    const { users, auth } = loupe.app.services;
    await users.patch(operator, user.id, { status: 'Inactive' });
    expect(await auth.viewerOfToken(user.token)).toBeNull();
    await expect(login(org.apiKey, user.userName, user.password)).rejects.toMatchObject({
      code: 'INVALID_GRANT',
    });
    await users.patch(operator, user.id, { status: 'Active' });
    expect(await auth.viewerOfToken(user.token)).toBeNull();
    expect((await login(org.apiKey, user.userName, user.password)).user.id).toBe(user.id);
  });

  it('ends with a new password', async () => {
    const org = await seed(loupe).organization();
    const user = await org.user();
    await loupe.app.services.users.patch(await user.viewer(), user.id, { password: 'a newer password' });
    expect(await loupe.app.services.auth.viewerOfToken(user.token)).toBeNull();
    await expect(login(org.apiKey, user.userName, user.password)).rejects.toMatchObject({
      code: 'INVALID_GRANT',
    });
    expect((await login(org.apiKey, user.userName, 'a newer password')).user.id).toBe(user.id);
  });

  it('follows a change of roles without a new login', async () => {
    const user = await (await seed(loupe).organization()).user({ roles: ['Viewer'] });
    await loupe.app.services.roles.assign(operator, user.id, 'administrator');
    expect((await user.viewer()).roles).toEqual(new Set(['Viewer', 'Administrator']));
  });
});

describe('guessing passwords', () => {
  let loupe: TestApp;

  beforeAll(async () => {
    loupe = await startTestApp();
    // The throttle reads the machine's clock.
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterAll(async () => {
    vi.useRealTimers();
    await loupe.close();
  });

  const attempt = async (apiKey: string, userName: string, password: string, address: string | null) =>
    loupe.app.services.auth.login({ apiKey, userName, password, address }).then(
      () => 'in',
      (error: unknown) => (error as { code: string }).code,
    );

  it('is stopped after ten failures on an account, even at once, and goes on after a quarter of an hour', async () => {
    const org = await seed(loupe).organization();
    const user = await org.user();
    const guesses = await Promise.all(
      Array.from({ length: 14 }, (_, guess) => attempt(org.apiKey, user.userName, `guess ${guess}`, null)),
    );
    expect(guesses.filter((code) => code === 'INVALID_GRANT')).toHaveLength(10);
    expect(guesses.filter((code) => code === 'RATE_LIMITED')).toHaveLength(4);
    expect(await attempt(org.apiKey, user.userName, user.password, null)).toBe('RATE_LIMITED');
    expect(await attempt(org.apiKey, (await org.user()).userName, 'wrong', null)).toBe('INVALID_GRANT');
    vi.setSystemTime(Date.now() + 15 * 60_000);
    expect(await attempt(org.apiKey, user.userName, user.password, null)).toBe('in');
  });

  it('is stopped after a hundred failures from one address, whatever the accounts', async () => {
    const org = await seed(loupe).organization();
    const user = await org.user();
    await Promise.all(
      Array.from({ length: 100 }, (_, guess) =>
        attempt(org.apiKey, `nobody ${guess}`, 'wrong password', '192.0.2.7'),
      ),
    );
    expect(await attempt(org.apiKey, user.userName, user.password, '192.0.2.7')).toBe('RATE_LIMITED');
    expect(await attempt(org.apiKey, user.userName, user.password, '192.0.2.8')).toBe('in');
  });
});
