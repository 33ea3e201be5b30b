import { describe, expect, it } from 'vitest';
import { requireScan } from '../../src/access/access.js';
import { anonymous, operator } from '../../src/access/viewer.js';
import { newId } from '../../src/kernel/ids.js';
import { useTestApp } from '../kit/use-app.js';
import { seed } from '../kit/seed.js';

const failure = async (work: Promise<unknown>) => {
  try {
    await work;
    return 'done';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('tenants', () => {
  const loupe = useTestApp();

  it('do not know of each other: absent and foreign look alike', async () => {
    const { organizations, users, operations, credits } = loupe.app.services;
    const viewer = await (await (await seed(loupe).organization()).user()).viewer();
    const foreign = await seed(loupe).organization();
    const foreignUser = await foreign.user();
    const answers = async (organizationId: string, userId: string) => [
      await failure(organizations.get(viewer, organizationId)),
      await failure(organizations.list(viewer, { parentId: organizationId })),
      await failure(organizations.update(viewer, organizationId, { name: 'Mine' })),
      await failure(organizations.delete(viewer, organizationId, { deleteChildren: true })),
      await failure(organizations.rotateApiKey(viewer, organizationId)),
      await failure(users.get(viewer, userId)),
      await failure(users.list(viewer, { organizationId })),
      await failure(users.patch(viewer, userId, { status: 'Inactive' })),
      await failure(users.delete(viewer, userId)),
      await failure(operations.list(viewer, { organizationId })),
      await failure(credits.transfer(viewer, { organizationId, amount: 1, direction: 'Take' })),
    ];
    expect(new Set(await answers(foreign.id, foreignUser.id))).toEqual(new Set(['NOT_FOUND']));
    expect(new Set(await answers(newId(), newId()))).toEqual(new Set(['NOT_FOUND']));
    expect(new Set(await answers('no id at all', "'; --"))).toEqual(new Set(['NOT_FOUND']));
    expect((await organizations.get(operator, foreign.id)).name).toBe(foreign.name);
  });

  it('get 403 for an account they may not see, whether it exists or not', async () => {
    const { accounts } = loupe.app.services;
    const org = await seed(loupe).organization();
    const viewer = await (await org.user({ roles: ['Viewer'] })).viewer();
    const foreign = await seed(loupe).organization();
    for (const id of [org.id, foreign.id, newId(), 'x']) {
      expect(await failure(accounts.get(viewer, id))).toBe('FORBIDDEN');
    }
    const administrator = await (await org.user()).viewer();
    expect(await accounts.get(administrator, org.id)).toMatchObject({
      activePages: 0,
      remainingCredit: null,
    });
  });

  it('list their own organization and those below, never above or beside', async () => {
    const above = await seed(loupe).organization();
    const own = await above.organization({ name: 'b own' });
    const below = await own.organization({ name: 'a below' });
    await above.organization({ name: 'beside' });
    const viewer = await (await own.user({ roles: ['Viewer'] })).viewer();
    const listed = await loupe.app.services.organizations.list(viewer);
    expect(listed.map(({ id }) => id)).toEqual([below.id, own.id]);
    expect(await failure(loupe.app.services.organizations.get(viewer, above.id))).toBe('NOT_FOUND');
  });

  it('show the ApiKey to administrators only', async () => {
    const org = await seed(loupe).organization();
    const { organizations } = loupe.app.services;
    const editor = await (await org.user({ roles: ['Editor'] })).viewer();
    const administrator = await (await org.user()).viewer();
    expect((await organizations.get(editor, org.id)).apiKey).toBeNull();
    expect((await organizations.get(administrator, org.id)).apiKey).toBe(org.apiKey);
  });

  it('lose the old ApiKey when it is replaced', async () => {
    const org = await seed(loupe).organization();
    const viewer = await (await org.user()).viewer();
    const { apiKey } = await loupe.app.services.organizations.rotateApiKey(viewer, org.id);
    expect(await loupe.app.services.auth.viewerOfApiKey(org.apiKey)).toBeNull();
    expect(await loupe.app.services.auth.viewerOfApiKey(apiKey ?? '')).toMatchObject({
      organizationId: org.id,
    });
  });

  it('write in languages that are known, and keep what they have', async () => {
    const org = await seed(loupe).organization();
    const viewer = await (await org.user()).viewer();
    const { organizations } = loupe.app.services;
    const below = { name: 'Below', parentId: org.id };
    for (const languageCode of ['zzz-QQ', '', 'en-US;']) {
      expect(await failure(organizations.create(viewer, { ...below, languageCode }))).toBe('BAD_USER_INPUT');
      expect(await failure(organizations.update(viewer, org.id, { languageCode }))).toBe('BAD_USER_INPUT');
    }
    expect(await organizations.list(viewer, { parentId: org.id })).toEqual([]);
    expect((await organizations.get(viewer, org.id)).languageCode).toBe('en-US');
    const { languageCode } = await organizations.create(viewer, { ...below, languageCode: 'fr-fr' });
    expect(languageCode).toBe('fr-FR');
    expect(await organizations.update(viewer, org.id, { languageCode: 'de-DE' })).toMatchObject({
      languageCode: 'de-DE',
    });
  });

  it('at the top of a tree can be sent back over REST as they were read', async () => {
    const org = await seed(loupe).organization();
    const user = await org.user();
    const path = `/api/organizations/${org.id}`;
    const read = (await user.send('GET', path)) as Record<string, unknown>;
    expect(read).toMatchObject({ Id: org.id, Name: org.name, LanguageCode: 'en-US' });
    expect((await user.request('PUT', path, { json: read })).status).toBe(204);
    const after = (await user.send('GET', path)) as Record<string, unknown>;
    expect({ ...after, DateModified: null }).toEqual({ ...read, DateModified: null });
  });

  it('cannot set what the contract says', async () => {
    const org = await seed(loupe).organization();
    const viewer = await (await org.user()).viewer();
    const { organizations } = loupe.app.services;
    const input = { name: 'Below', languageCode: 'en-US', parentId: org.id };
    for (const extra of [
      { apiKey: 'given-key-1' },
      { accountType: 'Unlimited' as const },
      { totalCredit: 5 },
    ]) {
      expect(await failure(organizations.create(viewer, { ...input, ...extra }))).toBe('BAD_USER_INPUT');
    }
    expect(await failure(organizations.setContract(viewer, org.id, { webApiAuthorized: true }))).toBe(
      'FORBIDDEN',
    );
    expect(await failure(organizations.create(viewer, { ...input, parentId: null }))).toBe('BAD_USER_INPUT');
  });

  it('cannot manage or recognize when the operator switched it off', async () => {
    const org = await seed(loupe).organization();
    const user = await org.user();
    const { organizations, auth } = loupe.app.services;
    await organizations.setContract(operator, org.id, {
      webApiAuthorized: false,
      mobileApiAuthorized: false,
    });
    expect(await failure(organizations.get(await user.viewer(), org.id))).toBe('FORBIDDEN');
    const key = await auth.viewerOfApiKey(org.apiKey);
    expect(() => requireScan(key)).toThrow(expect.objectContaining({ code: 'FORBIDDEN' }));
    await organizations.setContract(operator, org.id, { webApiAuthorized: true, mobileApiAuthorized: true });
    expect(await failure(organizations.get(await user.viewer(), org.id))).toBe('done');
    const again = await auth.viewerOfApiKey(org.apiKey);
    expect(() => requireScan(again)).not.toThrow();
  });

  it('are closed to callers without a login', async () => {
    const org = await seed(loupe).organization();
    const key = await loupe.app.services.auth.viewerOfApiKey(org.apiKey);
    const { organizations, users, accounts } = loupe.app.services;
    for (const viewer of [anonymous, key ?? anonymous]) {
      expect(await failure(organizations.get(viewer, org.id))).toBe('UNAUTHENTICATED');
      expect(await failure(organizations.list(viewer))).toBe('UNAUTHENTICATED');
      expect(await failure(users.list(viewer, { organizationId: org.id }))).toBe('UNAUTHENTICATED');
      expect(await failure(accounts.get(viewer, org.id))).toBe('UNAUTHENTICATED');
    }
    expect(() => requireScan(anonymous)).toThrow(expect.objectContaining({ code: 'UNAUTHENTICATED' }));
  });

  it('refuse to be moved below themselves or deleted by their own administrator', async () => {
    const above = await seed(loupe).organization();
    const below = await above.organization();
    const viewer = await (await above.user()).viewer();
    const { organizations } = loupe.app.services;
    expect(await failure(organizations.update(viewer, above.id, { parentId: below.id }))).not.toBe('done');
    expect(await failure(organizations.delete(viewer, above.id, { deleteChildren: true }))).toBe('FORBIDDEN');
    expect(await failure(organizations.delete(operator, above.id, { deleteChildren: false }))).toBe(
      'BAD_USER_INPUT',
    );
    expect(await failure(organizations.delete(viewer, below.id, { deleteChildren: false }))).toBe('done');
    expect(await failure(organizations.get(viewer, below.id))).toBe('NOT_FOUND');
  });

  it('read in the operation log who did what, newest first', async () => {
    const above = await seed(loupe).organization();
    const user = await above.user();
    const viewer = await user.viewer();
    const { organizations, operations } = loupe.app.services;
    await organizations.update(viewer, above.id, { name: 'Renamed' });
    const [latest] = await operations.list(viewer, { organizationId: above.id });
    expect(latest).toMatchObject({ user: user.userName, operation: 'organization:write', nodeId: above.id });
    const future = new Date(Date.now() + 86_400_000);
    expect(await operations.list(viewer, { organizationId: above.id, from: future })).toEqual([]);
  });
});
