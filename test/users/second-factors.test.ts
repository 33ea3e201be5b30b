/** Second factors: set up, asked for in the second step of a log-in, required by a rule, lost and taken away. */
import { beforeAll, describe, expect, it } from 'vitest';
import { operator } from '../../src/access/viewer.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import { MovableClock } from '../kit/seed/seed-clock.js';
import { useTestApp } from '../kit/use-app.js';
import { codeOf, Person } from './second-factor-person.js';

describe('second factors', () => {
  const clock = new MovableClock();
  const loupe = useTestApp({ clock });
  let organization: SeededOrganization;

  beforeAll(async () => {
    organization = await seed(loupe).organization();
    await organization.user();
  });

  const later = (halfMinutes = 1) => clock.forward({ seconds: halfMinutes * 30 });
  const person = async (roles: readonly ('Administrator' | 'Editor' | 'Viewer')[] = ['Editor']) =>
    new Person(await organization.user({ roles }));
  const operations = async (userId: string) => {
    const list = await loupe.app.services.operations.list(operator, { organizationId: organization.id });
    return list.filter(({ elementId }) => elementId === userId).map(({ operation }) => operation);
  };

  it('asks for the code of the authenticator after the password, and takes each code once', async () => {
    const ada = await person();
    const { secret, codes } = await ada.withAuthenticator(clock);
    expect(codes).toHaveLength(10);
    expect(await ada.own()).toMatchObject({ recoveryCodesLeft: 10, authenticatorSince: expect.any(String) });
    // The code that set it up is used up, too.
    const first = await ada.step();
    expect(first).toMatchObject({ kinds: ['AUTHENTICATOR', 'RECOVERY_CODE'], setup: null });
    const stale = await ada.finish({ ticket: first.ticket, code: codeOf(secret, clock) });
    expect(stale.code).toBe('INVALID_GRANT');
    later();
    const code = codeOf(secret, clock);
    expect((await ada.finish({ ticket: first.ticket, code })).__typename).toBe('StartedSession');
    expect(await ada.isIn()).toBe(true);
    // Neither ticket nor code is good again.
    expect((await ada.finish({ ticket: first.ticket, code: codeOf(secret, clock, 1) })).code).toBe(
      'INVALID_GRANT',
    );
    expect((await ada.finish({ ticket: (await ada.step()).ticket, code })).code).toBe('INVALID_GRANT');
    expect(await operations(ada.user.id)).toEqual(
      expect.arrayContaining(['secondFactor:create', 'secondFactor:refuse']),
    );
  });

  it('lets one of several requests in that show the same code at once', async () => {
    const ada = await person();
    const { secret } = await ada.withAuthenticator(clock);
    later();
    const code = codeOf(secret, clock);
    const tickets = [await ada.step(), await ada.step(), await ada.step()].map(({ ticket }) => ticket);
    const answers = await Promise.all(tickets.map((ticket) => ada.finish({ ticket, code })));
    expect(answers.map(({ __typename }) => __typename).toSorted()).toEqual([
      'AccessProblem',
      'AccessProblem',
      'StartedSession',
    ]);
  });

  it('forgives a clock half a minute off, and no more', async () => {
    const ada = await person();
    const { secret } = await ada.withAuthenticator(clock);
    later(4);
    const { ticket } = await ada.step();
    expect((await ada.finish({ ticket, code: codeOf(secret, clock, 2) })).code).toBe('INVALID_GRANT');
    expect((await ada.finish({ ticket, code: codeOf(secret, clock, 1) })).__typename).toBe('StartedSession');
  });

  it('takes each recovery code once, however it is typed, and none of somebody else', async () => {
    const ada = await person();
    const { codes } = await ada.withAuthenticator(clock);
    const other = await (await person()).withAuthenticator(clock);
    const { ticket } = await ada.step();
    expect((await ada.finish({ ticket, code: other.codes[0]! })).code).toBe('INVALID_GRANT');
    const typed = ` ${codes[3]!.toUpperCase().replace('-', ' ')} `;
    expect((await ada.finish({ ticket, code: typed })).__typename).toBe('StartedSession');
    expect(await ada.own()).toMatchObject({ recoveryCodesLeft: 9 });
    expect((await ada.finish({ ticket: (await ada.step()).ticket, code: codes[3]! })).code).toBe(
      'INVALID_GRANT',
    );
    expect(await operations(ada.user.id)).toContain('secondFactor:recover');
  });

  it('slows guesses down, also those of new log-ins, and lets nobody in meanwhile', async () => {
    const ada = await person();
    const { secret } = await ada.withAuthenticator(clock);
    later();
    const guesses: (string | undefined)[] = [];
    for (let at = 0; at < 12 && guesses.at(-1) !== 'RATE_LIMITED'; at += 1) {
      guesses.push((await ada.finish({ ticket: (await ada.step()).ticket, code: '000000' })).code);
    }
    expect(guesses.at(-1)).toBe('RATE_LIMITED');
    const right = { ticket: (await ada.step()).ticket, code: codeOf(secret, clock) };
    expect((await ada.finish(right)).code).toBe('RATE_LIMITED');
  });

  it('refuses the log-ins that know no second step, and leaves tokens of machines alone', async () => {
    const ada = await person();
    const { secret } = await ada.withAuthenticator(clock);
    const { apiKey } = organization;
    const form = new URLSearchParams({
      grant_type: 'password',
      username: ada.user.userName,
      password: ada.user.password,
    });
    const legacy = await fetch(`${loupe.url}/token`, { method: 'POST', headers: { apiKey }, body: form });
    expect(legacy.status).toBe(400);
    expect(await legacy.json()).toEqual({
      error: 'invalid_grant',
      error_description: expect.stringContaining('machine token'),
    });
    // Programs that know it go on over GraphQL.
    const { step } = await ada.run(
      'login',
      'LoginInput',
      { userName: ada.user.userName, password: ada.user.password, apiKey },
      '... on SecondFactorProblem { step { ticket } }',
    );
    later();
    const proof = { ticket: step!.ticket, code: codeOf(secret, clock) };
    // The ticket of one way to log in is none of the other.
    expect((await ada.finish(proof)).code).toBe('INVALID_GRANT');
    expect(
      await ada.run('finishLogin', 'FinishLoginInput', proof, '... on Session { accessToken }'),
    ).toMatchObject({ __typename: 'Session', accessToken: expect.any(String) });
  });

  it('asks who sets a new password by a code of a mail for the second factor as well', async () => {
    const ada = await person();
    const { secret } = await ada.withAuthenticator(clock);
    const { code } = await loupe.app.services.passwordLinks.create(operator, ada.user.id);
    const answer = await ada.run(
      'startSessionByPasswordCode',
      'StartSessionByPasswordCodeInput',
      { code, password: 'a quite new password' },
      '... on Problem { code } ... on SecondFactorProblem { step { ticket kinds } }',
    );
    expect(answer.code).toBe('SECOND_FACTOR_REQUIRED');
    expect(await ada.isIn()).toBe(false);
    later();
    const done = await ada.finish({ ticket: answer.step!.ticket, code: codeOf(secret, clock) });
    expect(done.__typename).toBe('StartedSession');
  });

  it('ends log-ins by the password alone when the first factor is set up, but for the present one', async () => {
    const ada = await person();
    const elsewhere = new Person(ada.user);
    await elsewhere.logIn();
    expect(await elsewhere.isIn()).toBe(true);
    const program = async () => (await ada.user.request('GET', `/api/Users/${ada.user.id}`)).status;
    expect(await program()).toBe(200);
    await ada.withAuthenticator(clock);
    expect(await ada.isIn()).toBe(true);
    expect(await elsewhere.isIn()).toBe(false);
    expect(await program()).toBe(401);
  });

  it('asks for the password again before factors are changed, and for a setup of one’s own', async () => {
    const ada = await person();
    await ada.logIn();
    expect(await ada.begin('not my password')).toMatchObject({ code: 'BAD_USER_INPUT' });
    const { ticket, secret } = await ada.begin();
    const bo = await person();
    await bo.logIn();
    expect((await bo.addAuthenticator(ticket, codeOf(secret, clock))).code).toBe('INVALID_GRANT');
    expect((await ada.addAuthenticator(ticket, '000000')).code).toBe('BAD_USER_INPUT');
    later(31);
    expect((await ada.addAuthenticator(ticket, codeOf(secret, clock))).code).toBe('INVALID_GRANT');
  });

  it('makes new recovery codes that end the old ones, and forgets all with the last factor', async () => {
    const ada = await person();
    const { codes } = await ada.withAuthenticator(clock);
    const { password } = ada.user;
    const made = await ada.run(
      'createRecoveryCodes',
      'CreateRecoveryCodesInput',
      { password },
      '... on RecoveryCodes { codes }',
    );
    expect(made['codes']).toHaveLength(10);
    expect((await ada.finish({ ticket: (await ada.step()).ticket, code: codes[0]! })).code).toBe(
      'INVALID_GRANT',
    );
    const gone = await ada.run(
      'removeAuthenticator',
      'RemoveAuthenticatorInput',
      { password },
      '... on Problem { code }',
    );
    expect(gone.__typename).toBe('Done');
    expect(await ada.own()).toMatchObject({ authenticatorSince: null, recoveryCodesLeft: 0 });
    expect((await ada.logIn()).__typename).toBe('StartedSession');
  });

  it('leads those who need one to set it up at their next log-in, and keeps the last one', async () => {
    const house = await seed(loupe).organization();
    const administrator = await house.user();
    const ada = new Person(await house.user({ roles: ['Editor'] }));
    const viewer = await administrator.viewer();
    const { factorRules } = loupe.app.services;
    await factorRules.setRule(viewer, house.id, {
      roles: ['Editor', 'Administrator'],
      emergencyUser: administrator.userName,
    });
    const { setup, kinds } = await ada.step();
    expect(kinds).toEqual([]);
    expect(await ada.isIn()).toBe(false);
    // The ticket opens nothing before a factor is set up.
    const early = { code: setup!.ticket };
    const byLink = (input: object) =>
      ada.run('startSessionByLink', 'StartSessionByLinkInput', input, '... on Problem { code }');
    expect((await byLink(early)).code).toBe('INVALID_GRANT');
    const added = await ada.addAuthenticator(setup!.ticket, codeOf(setup!.secret, clock));
    expect(added['codes']).toHaveLength(10);
    expect((await byLink(early)).__typename).toBe('StartedSession');
    expect(await ada.own()).toMatchObject({ isRequired: true });
    const { password } = ada.user;
    expect(
      await ada.run(
        'removeAuthenticator',
        'RemoveAuthenticatorInput',
        { password },
        '... on Problem { code }',
      ),
    ).toMatchObject({ code: 'CONFLICT' });
    // The administrator for emergencies, and those of other roles, need none.
    expect((await new Person(administrator).logIn()).__typename).toBe('StartedSession');
    const reader = new Person(await house.user({ roles: ['Viewer'] }));
    expect((await reader.logIn()).__typename).toBe('StartedSession');
    await factorRules.setRule(viewer, house.id, { roles: [], emergencyUser: null });
    expect(await factorRules.ruleOf(viewer, house.id)).toBeNull();
  });

  it('holds a rule for the organizations below, too, and refuses one for users of others', async () => {
    const house = await seed(loupe).organization();
    const head = await house.user();
    const child = await loupe.app.services.organizations.create(await head.viewer(), {
      name: 'Branch',
      parentId: house.id,
    });
    await loupe.app.services.factorRules.setRule(await head.viewer(), house.id, {
      roles: ['Viewer'],
      emergencyUser: null,
    });
    const password = 'a long enough password';
    const made = await loupe.app.services.users.create(operator, {
      organizationId: child.id,
      mail: 'cy@branch.example',
      password,
      roles: ['Viewer'],
    });
    const cy = new Person({ ...head, loupe, userName: made.userName, password } as never);
    expect((await cy.step()).setup).not.toBeNull();
    const stranger = await (await organization.user()).viewer();
    const editor = await (await house.user({ roles: ['Editor'] })).viewer();
    const { factorRules } = loupe.app.services;
    await expect(factorRules.ruleOf(stranger, house.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(factorRules.ruleOf(editor, house.id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(
      loupe.app.services.factorRules.setRule(stranger, house.id, { roles: [], emergencyUser: null }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('lets administrators take away what somebody lost, but not their own', async () => {
    const administrator = await organization.user();
    const ada = await person();
    await ada.withAuthenticator(clock);
    const { factorRules } = loupe.app.services;
    await factorRules.reset(await administrator.viewer(), ada.user.id);
    expect(await ada.isIn()).toBe(false);
    expect((await ada.logIn()).__typename).toBe('StartedSession');
    expect(await operations(ada.user.id)).toContain('secondFactor:reset');
    await expect(factorRules.reset(await administrator.viewer(), administrator.id)).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    const stranger = await seed(loupe).organization();
    const foreign = await (await stranger.user()).viewer();
    await expect(factorRules.reset(foreign, ada.user.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('keeps no code and no secret readable', async () => {
    const ada = await person();
    const { secret, codes } = await ada.withAuthenticator(clock);
    const em = loupe.app.services.database.reader();
    const rows = [
      ...(await em.execute('select * from authenticator')),
      ...(await em.execute('select * from recovery_code')),
    ];
    const text = JSON.stringify(rows);
    for (const each of [secret, ...codes, ...codes.map((code) => code.replace('-', ''))]) {
      expect(text).not.toContain(each);
    }
  });
});
