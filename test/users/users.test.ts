import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { operator } from '../../src/access/viewer.js';
import { newId } from '../../src/kernel/ids.js';
import { useTestApp } from '../kit/use-app.js';
import { seed } from '../kit/seed.js';
import { MovableClock } from '../kit/seed/seed-clock.js';

describe('users', () => {
  const clock = new MovableClock();
  const loupe = useTestApp({ clock });

  it('take their mail for a user name when they give none', async () => {
    const org = await seed(loupe).organization();
    const mail = `${newId()}@loupe.example`;
    const user = await loupe.app.services.users.create(operator, {
      organizationId: org.id,
      mail,
      userName: '',
    });
    expect(user).toMatchObject({ userName: mail, status: 'Active', gender: 'Unknown' });
  });

  it('cannot share a user name, in whatever case it is written', async () => {
    const org = await seed(loupe).organization();
    const { userName } = await org.user();
    const create = loupe.app.services.users.create(operator, {
      organizationId: (await seed(loupe).organization()).id,
      mail: userName.toUpperCase(),
    });
    await expect(create).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('are refused with every wrong field named', async () => {
    const org = await seed(loupe).organization();
    const create = loupe.app.services.users.create(operator, {
      organizationId: org.id,
      mail: 'no address',
      password: 'short',
    });
    await expect(create).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { mail: expect.any(Array) as unknown, password: expect.any(Array) as unknown },
    });
  });

  it('keep their password when they are replaced', async () => {
    const org = await seed(loupe).organization();
    const user = await org.user();
    const { users, auth } = loupe.app.services;
    const input = { mail: user.userName, firstName: 'Ada', password: 'smuggled password' };
    const replaced = await users.replace(await user.viewer(), user.id, input);
    expect(replaced).toMatchObject({ firstName: 'Ada', lastName: null, status: 'Active' });
    const { userName, password } = user;
    const login = await auth.login({ apiKey: org.apiKey, userName, password, address: null });
    expect(login.user.id).toBe(user.id);
  });

  it('cannot take the last active administrator from an organization, by whatever way', async () => {
    const { users, roles } = loupe.app.services;
    const org = await seed(loupe).organization();
    const [last, other] = [await org.user(), await org.user()];
    const viewer = await last.viewer();
    const refused = {
      code: 'CONFLICT',
      message: expect.stringContaining('last active administrator') as unknown,
    };
    await users.patch(viewer, other.id, { status: 'Inactive' });
    const elsewhere = (await seed(loupe).organization()).id;
    for (const actor of [viewer, operator]) {
      await expect(users.delete(actor, last.id)).rejects.toMatchObject(refused);
      await expect(roles.revoke(actor, last.id, 'administrator')).rejects.toMatchObject(refused);
      await expect(users.patch(actor, last.id, { status: 'Inactive' })).rejects.toMatchObject(refused);
    }
    const moved = { mail: last.userName, organizationId: elsewhere };
    await expect(users.replace(operator, last.id, moved)).rejects.toMatchObject(refused);
    expect(await users.get(viewer, last.id)).toMatchObject({ status: 'Active', organizationId: org.id });
    await users.patch(viewer, other.id, { status: 'Active' });
    await users.delete(viewer, last.id);
    await expect(users.delete(operator, other.id)).rejects.toMatchObject(refused);
  });

  it('of a branch may be left to the administrators above it', async () => {
    const { users } = loupe.app.services;
    const company = await seed(loupe).organization();
    const branch = await company.organization();
    const [head, last] = [await company.user(), await branch.user()];
    await expect(users.delete(await last.viewer(), last.id)).rejects.toMatchObject({ code: 'CONFLICT' });
    await users.delete(await head.viewer(), last.id);
    await expect(users.delete(await head.viewer(), head.id)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('see and secure themselves without being administrators, and nobody else', async () => {
    const org = await seed(loupe).organization();
    const viewer = await (await org.user({ roles: ['Viewer'] })).viewer();
    const other = await org.user({ roles: ['Viewer'] });
    const { users, roles } = loupe.app.services;
    expect((await users.get(viewer, viewer.userId)).id).toBe(viewer.userId);
    expect(await roles.rolesOf(viewer, viewer.userId)).toEqual(['Viewer']);
    await expect(users.get(viewer, other.id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(users.patch(viewer, other.id, { password: 'a new password' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await expect(users.patch(viewer, viewer.userId, { status: 'Inactive' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await expect(roles.assign(viewer, viewer.userId, 'Administrator')).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });

  it('who sign up with an ApiKey alone wait for an administrator, and only in its organization', async () => {
    const org = await seed(loupe).organization();
    const { users, auth } = loupe.app.services;
    const key = await auth.viewerOfApiKey(org.apiKey);
    if (key === null) throw new Error('The ApiKey of the organization is not known.');
    const mail = `${newId()}@loupe.example`;
    const input = { organizationId: org.id, mail, password: 'my own password', status: 'Active' as const };
    const user = await users.create(key, input);
    expect(user.status).toBe('Pending');
    const login = { apiKey: org.apiKey, userName: mail, password: 'my own password', address: null };
    await expect(auth.login(login)).rejects.toMatchObject({ code: 'INVALID_GRANT' });
    await users.patch(await (await org.user()).viewer(), user.id, { status: 'Active' });
    expect(await auth.login(login)).toMatchObject({ roles: ['Viewer'] });
    const foreign = await seed(loupe).organization();
    await expect(users.create(key, { ...input, organizationId: foreign.id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('gain and lose roles but the last one, and know no others than the three', async () => {
    const user = await (await seed(loupe).organization()).user({ roles: ['Viewer'] });
    const { roles } = loupe.app.services;
    await roles.assign(operator, user.id, 'EDITOR');
    await roles.assign(operator, user.id, 'Editor');
    expect(await roles.rolesOf(operator, user.id)).toEqual(['Editor', 'Viewer']);
    await roles.revoke(operator, user.id, 'viewer');
    await expect(roles.revoke(operator, user.id, 'editor')).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await roles.rolesOf(operator, user.id)).toEqual(['Editor']);
    await expect(roles.assign(operator, user.id, 'King')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are gone with their logins when they are deleted', async () => {
    const user = await (await seed(loupe).organization()).user({ roles: ['Editor'] });
    await loupe.app.services.users.delete(operator, user.id);
    expect(await loupe.app.services.auth.viewerOfToken(user.token)).toBeNull();
    await expect(loupe.app.services.users.get(operator, user.id)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('set a new password by the code of a mail, once and within an hour', async () => {
    const org = await seed(loupe).organization();
    const user = await org.user();
    const { users, auth, passwordRecovery } = loupe.app.services;
    const key = await auth.viewerOfApiKey(org.apiKey);
    const stranger = await auth.viewerOfApiKey((await seed(loupe).organization()).apiKey);
    await users.recoverPassword(stranger, user.userName);
    await users.recoverPassword(key, 'nobody@loupe.example');
    await passwordRecovery.settled();
    expect(await mailsTo(user.userName)).toHaveLength(0);

    await users.recoverPassword(key, user.userName.toUpperCase());
    await users.recoverPassword(key, user.userName);
    await passwordRecovery.settled();
    const mails = await mailsTo(user.userName);
    expect(mails).toHaveLength(1);
    const code = mails[0]?.trim().split('\r\n').at(-1) ?? '';
    await expect(users.resetPassword(code, 'short')).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    await users.resetPassword(code, 'a password after all');
    expect(await auth.viewerOfToken(user.token)).toBeNull();
    await expect(users.resetPassword(code, 'once more, please')).rejects.toMatchObject({
      code: 'INVALID_GRANT',
    });
    const login = {
      apiKey: org.apiKey,
      userName: user.userName,
      password: 'a password after all',
      address: null,
    };
    expect((await auth.login(login)).user.id).toBe(user.id);

    clock.forward({ minutes: 2 });
    await users.recoverPassword(key, user.userName);
    await passwordRecovery.settled();
    const late = (await mailsTo(user.userName)).map((mail) => mail.trim().split('\r\n').at(-1) ?? '');
    clock.forward({ minutes: 60 });
    for (const oldCode of late) {
      await expect(users.resetPassword(oldCode, 'too late for this')).rejects.toMatchObject({
        code: 'INVALID_GRANT',
      });
    }
    // The mail of the code that was used is gone.
    expect(late).toHaveLength(1);
  });

  async function mailsTo(address: string): Promise<string[]> {
    const folder = loupe.config.mailFolder;
    const names = await readdir(folder).catch(() => []);
    const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    return mails.filter((mail) => mail.includes(`To: ${address}\r\n`));
  }
});
