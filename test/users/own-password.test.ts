import { describe, expect, it } from 'vitest';
import { GraphqlClient } from '../graphql/support.js';
import { useTestApp } from '../kit/use-app.js';
import { seed } from '../kit/seed.js';

const CHANGE = `mutation ($current: String!, $next: String!) {
  changeOwnPassword(input: { currentPassword: $current, newPassword: $next }) {
    __typename ... on ValidationProblem { code fields { path } }
  }
}`;
const HISTORY = `query ($id: ID!) { organization(id: $id) {
  creditMovements(first: 2) { totalCount nodes { amount otherName userName } }
} }`;

describe('accounts', () => {
  const loupe = useTestApp();

  it('let users change their own password by the present one, which ends their logins', async () => {
    const user = await (await seed(loupe).organization()).user({ roles: ['Viewer'] });
    const client = new GraphqlClient(loupe.url, { authorization: `Bearer ${user.token}` });
    const next = 'a much better password';
    expect((await client.run(CHANGE, { current: 'wrong', next })).data).toMatchObject({
      changeOwnPassword: { code: 'BAD_USER_INPUT', fields: [{ path: 'currentPassword' }] },
    });
    expect((await client.run(CHANGE, { current: user.password, next: 'x' })).data).toMatchObject({
      changeOwnPassword: { code: 'BAD_USER_INPUT' },
    });
    expect((await client.run('{ me { id } }')).data).toEqual({ me: { id: user.id } });
    const { data } = await client.run(CHANGE, { current: user.password, next });
    expect(data).toMatchObject({ changeOwnPassword: { __typename: 'Done' } });
    expect((await client.run('{ me { id } }')).errors?.[0]?.extensions?.code).toBe('UNAUTHENTICATED');
    const login = `mutation { startSession(input: { login: "${user.userName}", password: "${next}" }) { __typename } }`;
    const started = await fetch(`${loupe.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Loupe-Console': '1', Origin: loupe.url },
      body: JSON.stringify({ query: login }),
    });
    expect(await started.text()).toContain('StartedSession');
  });

  it('tell administrators how their credits came and went, and nobody else', async () => {
    const parent = await seed(loupe).organization({ name: 'Parent', accountType: 'Prepaid', credit: 50 });
    const child = await parent.organization({ name: 'Child' });
    const administrator = await parent.user();
    await loupe.app.services.credits.transfer(await administrator.viewer(), {
      organizationId: child.id,
      amount: 20,
      direction: 'Give',
    });
    const historyFor = async (user: typeof administrator, id: string) =>
      new GraphqlClient(loupe.url, { authorization: `Bearer ${user.token}` }).run(HISTORY, { id });
    const { userName } = administrator;
    expect((await historyFor(administrator, parent.id)).data).toMatchObject({
      organization: { creditMovements: { nodes: [{ amount: -20, otherName: 'Child', userName }, {}] } },
    });
    const below = await child.user();
    expect((await historyFor(below, child.id)).data).toMatchObject({
      organization: { creditMovements: { totalCount: 1, nodes: [{ amount: 20, otherName: null }] } },
    });
    for (const user of [await parent.user({ roles: ['Editor'] }), await parent.user({ roles: ['Viewer'] })]) {
      expect((await historyFor(user, parent.id)).errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
    }
    const stranger = await (await seed(loupe).organization()).user();
    expect((await historyFor(stranger, parent.id)).errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
  });
});
