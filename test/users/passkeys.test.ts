/** Passkeys as second factors, and answers of devices that no honest browser sends. */
import { beforeAll, describe, expect, it } from 'vitest';
import { PasskeyDevice } from '../kit/passkey-device.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import { useTestApp } from '../kit/use-app.js';
import { Person } from './second-factor-person.js';

describe('passkeys', () => {
  const loupe = useTestApp();
  let organization: SeededOrganization;

  beforeAll(async () => {
    organization = await seed(loupe).organization();
    await organization.user();
  });

  /** Somebody with a passkey, logged out. */
  async function holder(): Promise<{ person: Person; device: PasskeyDevice }> {
    const person = new Person(await organization.user({ roles: ['Editor'] }));
    const device = new PasskeyDevice(person.origin);
    await person.logIn();
    const { ticket, passkeyOptions } = await person.begin();
    const added = await person.addPasskey(ticket, device.create(passkeyOptions!), 'Ada’s key');
    expect(added['codes']).toHaveLength(10);
    return { person, device };
  }

  const refused = async (person: Person, sign: (challenge: { challenge: string }) => object) => {
    const { ticket, passkeyOptions } = await person.step();
    const { code } = await person.finish({ ticket, passkey: sign(passkeyOptions!) });
    return code === 'INVALID_GRANT';
  };

  it('log in by what the device signs', async () => {
    const { person, device } = await holder();
    const { ticket, kinds, passkeyOptions } = await person.step();
    expect(kinds).toEqual(['PASSKEY', 'RECOVERY_CODE']);
    expect(passkeyOptions).toMatchObject({
      rpId: 'localhost',
      allowCredentials: [{ id: device.id.toString('base64url') }],
    });
    const passkey = device.get(passkeyOptions!);
    expect((await person.finish({ ticket, passkey })).__typename).toBe('StartedSession');
    expect(await person.own()).toMatchObject({
      passkeys: [{ name: 'Ada’s key', host: 'localhost', lastUsedAt: expect.any(String) }],
    });
  });

  it('refuse another origin, another host, and the answer to another question', async () => {
    const { person, device } = await holder();
    const { origin } = person;
    expect(await refused(person, (question) => device.get(question, 'https://evil.example'))).toBe(true);
    expect(await refused(person, (question) => device.get(question, `${origin}0`))).toBe(true);
    const abroad = new PasskeyDevice(origin, 'evil.example');
    Object.assign(abroad, { id: device.id, key: Reflect.get(device, 'key') });
    expect(await refused(person, (question) => abroad.get(question))).toBe(true);
    expect(await refused(person, () => device.get({ challenge: 'AAAA' }))).toBe(true);
    expect(await refused(person, (question) => device.create(question))).toBe(true);
    expect(await refused(person, (question) => device.get(question))).toBe(false);
  });

  it('refuse a challenge that was used, or that failed once', async () => {
    const { person, device } = await holder();
    const { ticket, passkeyOptions } = await person.step();
    const passkey = device.get(passkeyOptions!);
    expect((await person.finish({ ticket, passkey })).__typename).toBe('StartedSession');
    expect((await person.finish({ ticket, passkey })).code).toBe('INVALID_GRANT');
    expect(await refused(person, () => passkey)).toBe(true);
    const next = await person.step();
    const forged = new PasskeyDevice(person.origin);
    Object.assign(forged, { id: device.id });
    await person.finish({ ticket: next.ticket, passkey: forged.get(next.passkeyOptions!) });
    const honest = device.get(next.passkeyOptions!);
    expect((await person.finish({ ticket: next.ticket, passkey: honest })).code).toBe('INVALID_GRANT');
  });

  it('refuse the passkey of somebody else, also under their challenge', async () => {
    const { person } = await holder();
    const other = await holder();
    expect(await refused(person, (question) => other.device.get(question))).toBe(true);
    const theirs = await other.person.step();
    const passkey = other.device.get(theirs.passkeyOptions!);
    expect((await person.finish({ ticket: (await person.step()).ticket, passkey })).code).toBe(
      'INVALID_GRANT',
    );
  });

  it('refuse a device whose counter goes back: somebody has copied it', async () => {
    const { person, device } = await holder();
    device.counter = 40;
    expect(await refused(person, (question) => device.get(question))).toBe(false);
    device.counter = 39;
    expect(await refused(person, (question) => device.get(question))).toBe(true);
    device.counter = 50;
    expect(await refused(person, (question) => device.get(question))).toBe(false);
    device.counter = -1;
    expect(await refused(person, (question) => device.get(question))).toBe(true);
  });

  it('refuse what is no answer at all', async () => {
    const { person, device } = await holder();
    const id = device.id.toString('base64url');
    const nonsense: object[] = [
      {},
      { id: 7 },
      { id },
      { id, response: null },
      {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON: 'e30', authenticatorData: '', signature: '' },
      },
      { id, rawId: 'x', type: 'password', response: [] },
      { id, x: 'y'.repeat(30_000) },
    ];
    for (const each of nonsense) expect(await refused(person, () => each)).toBe(true);
  });

  it('are set up for this page, this request and one user alone', async () => {
    const { person, device } = await holder();
    const add = async (make: (question: { challenge: string }) => object, name?: string) => {
      const { ticket, passkeyOptions } = await person.begin();
      return person.addPasskey(ticket, make(passkeyOptions!), name);
    };
    const another = new PasskeyDevice(person.origin);
    expect(await add((question) => another.create(question, 'https://evil.example'))).toMatchObject({
      code: 'BAD_USER_INPUT',
    });
    expect(await add(() => another.create({ challenge: 'AAAA' }))).toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(await add((question) => another.get(question))).toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(await add(() => ({ id: 'x', response: {} }))).toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(await add((question) => another.create(question), ' ')).toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(await add((question) => device.create(question))).toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(await add((question) => another.create(question))).toMatchObject({ codes: [] });
    // The key of somebody is not given to somebody else.
    const other = await holder();
    const { ticket, passkeyOptions } = await other.person.begin();
    expect(await other.person.addPasskey(ticket, device.create(passkeyOptions!))).toMatchObject({
      code: 'BAD_USER_INPUT',
    });
  });

  it('are renamed and removed by their owner alone', async () => {
    const { person } = await holder();
    const other = await holder();
    const [passkey] = (await person.own())['passkeys'] as { readonly id: string }[];
    const { id } = passkey!;
    const { password } = person.user;
    const remove = (by: Person) =>
      by.run(
        'removePasskey',
        'RemovePasskeyInput',
        { id, password: by.user.password },
        '... on Problem { code }',
      );
    const rename = (by: Person) =>
      by.run('renamePasskey', 'RenamePasskeyInput', { id, name: 'Phone' }, '... on Problem { code }');
    expect(await rename(other.person)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await remove(other.person)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await rename(person)).toMatchObject({ __typename: 'Done' });
    expect(await person.own()).toMatchObject({ passkeys: [{ name: 'Phone' }] });
    expect(
      await person.run(
        'removePasskey',
        'RemovePasskeyInput',
        { id, password: `${password}!` },
        '... on Problem { code }',
      ),
    ).toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(await remove(person)).toMatchObject({ __typename: 'Done' });
    expect(await person.logIn()).toMatchObject({ __typename: 'StartedSession' });
  });

  it('are not offered where the page has no name', async () => {
    const { person } = await holder();
    const { user } = person;
    Object.assign(person, { url: user.loupe.url });
    expect(await person.step()).toMatchObject({ kinds: ['RECOVERY_CODE'], passkeyOptions: null });
  });
});
