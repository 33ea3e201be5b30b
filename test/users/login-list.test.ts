/** The list of log-ins: where they are used, and how they end at once. */
import { beforeAll, describe, expect, it } from 'vitest';
import { operator } from '../../src/access/viewer.js';
import { GraphqlClient } from '../graphql/support.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import { MovableClock } from '../kit/seed/seed-clock.js';
import type { SeededUser } from '../kit/seed/seed-user.js';
import { useTestApp } from '../kit/use-app.js';
import { Person } from './second-factor-person.js';

const OWN = '{ ownLogins { id isBrowser isCurrent provider device network createdAt lastUsedAt } }';

interface Login {
  readonly id: string;
  readonly isBrowser: boolean;
  readonly isCurrent: boolean;
  readonly device: string;
  readonly network: string;
  readonly lastUsedAt: string | null;
}

describe('log-ins', () => {
  const clock = new MovableClock();
  const loupe = useTestApp({ clock });
  let organization: SeededOrganization;
  let administrator: SeededUser;

  beforeAll(async () => {
    organization = await seed(loupe).organization();
    administrator = await organization.user();
  });

  const client = ({ token }: SeededUser, userAgent = 'Notepad/1.0') =>
    new GraphqlClient(loupe.url, { authorization: `Bearer ${token}`, 'user-agent': userAgent });
  const own = async (user: SeededUser) => (await client(user).run(OWN)).data!['ownLogins'] as Login[];
  const isIn = async (user: SeededUser) => (await client(user).run('{ me { id } }')).data != null;

  it('say with what, from where and when they were last used', async () => {
    const ada = await organization.user({ roles: ['Editor'] });
    const browser = new Person(ada);
    await browser.logIn();
    await browser.isIn();
    const [session, program] = await own(ada);
    expect(session).toMatchObject({ isBrowser: true, isCurrent: false, network: '127.0.0.1' });
    expect(program).toMatchObject({
      isBrowser: false,
      isCurrent: true,
      device: 'Notepad/1.0',
      lastUsedAt: clock.now().toISOString(),
    });
    clock.forward({ minutes: 10 });
    const [, later] = await own(ada);
    expect(later?.lastUsedAt).toBe(clock.now().toISOString());
  });

  it('keep what a caller says of itself to a bounded length', async () => {
    const ada = await organization.user({ roles: ['Editor'] });
    const { data } = await client(ada, 'x'.repeat(5000)).run(OWN);
    expect((data!['ownLogins'] as Login[])[0]?.device).toHaveLength(300);
  });

  it('end one by one, all others, or all of a user, at once and in the log', async () => {
    const ada = await organization.user({ roles: ['Editor'] });
    const browsers = [new Person(ada), new Person(ada), new Person(ada)];
    for (const browser of browsers) await browser.logIn();
    const [first] = await own(ada);
    const END = 'mutation ($ids: [ID!]!) { endLogins(input: { ids: $ids }) { __typename } }';
    const end = async (ids: readonly string[]) => (await client(ada).run(END, { ids })).data;
    expect(await end([first!.id])).toEqual({ endLogins: { __typename: 'Done' } });
    expect(await Promise.all(browsers.map((each) => each.isIn()))).toEqual([true, true, false]);
    const others = (await own(ada)).filter(({ isCurrent }) => !isCurrent);
    await end(others.map(({ id }) => id));
    expect(await Promise.all(browsers.map((each) => each.isIn()))).toEqual([false, false, false]);
    expect(await isIn(ada)).toBe(true);
    const { loginList, operations } = loupe.app.services;
    await loginList.endOf(await administrator.viewer(), ada.id);
    expect(await isIn(ada)).toBe(false);
    const log = await operations.list(operator, { organizationId: organization.id });
    expect(
      log.filter(({ operation, elementId }) => operation === 'login:end' && elementId === ada.id),
    ).toHaveLength(4);
  });

  it('are nobody else’s: neither colleagues nor strangers see or end them', async () => {
    const ada = await organization.user({ roles: ['Editor'] });
    const [login] = await own(ada);
    const colleague = await (await organization.user({ roles: ['Editor'] })).viewer();
    const stranger = await (await (await seed(loupe).organization()).user()).viewer();
    const { loginList } = loupe.app.services;
    await expect(loginList.of(colleague, ada.id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(loginList.end(colleague, [login!.id])).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(loginList.of(stranger, ada.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(loginList.end(stranger, [login!.id])).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(loginList.endOf(stranger, ada.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await isIn(ada)).toBe(true);
  });

  it('leave tickets and codes out', async () => {
    const ada = await organization.user({ roles: ['Editor'] });
    await loupe.app.services.passwordLinks.create(operator, ada.id);
    await loupe.app.services.sessions.newLink(operator, ada.userName);
    expect(await own(ada)).toHaveLength(1);
  });
});
