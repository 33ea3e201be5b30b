import { expect, test } from 'vitest';
import { keepScreenshot } from '../kit/browser.js';
import { useTestBrowser } from '../kit/use-browser.js';
import { seed } from '../kit/seed.js';

const browser = useTestBrowser();

test('GraphiQL shows the headers of the log-in, leads to the other documents, and logs in all tabs at once', async () => {
  const organization = await seed(browser.loupe).organization();
  const user = await organization.user();
  const page = await browser.open('/graphql');
  await page.getByRole('button', { name: 'Headers' }).click();
  await page.getByText('the ApiKey that npm start prints').waitFor();
  const links = page.getByRole('navigation', { name: 'Loupe' }).getByRole('link');
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
    '/',
    '/guide/',
    '/docs',
  ]);
  const status = page.locator('#loupe-login');
  expect(await status.textContent()).toBe('Not logged in');
  await keepScreenshot(page, 'graphiql');

  /** Sends a document as the tabs do, with the headers that their editor holds. */
  const send = (query: string, headers: Record<string, string>) =>
    page.evaluate(
      async ([text, given]) => {
        const all = { 'content-type': 'application/json', accept: 'application/json', ...given };
        const body = JSON.stringify({ query: text });
        return (await fetch('/graphql', { method: 'POST', headers: all, body })).json() as Promise<unknown>;
      },
      [query, headers] as const,
    );
  const ofExample = { authorization: 'Bearer <accessToken>' };
  const me = '{ me { userName } }';
  expect(await send(me, ofExample)).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
  const login = `mutation { login(input: { userName: "${user.userName}", password: "${user.password}" }) { ... on Session { accessToken } } }`;
  await send(login, { apikey: organization.apiKey });
  expect(await status.textContent()).toBe('Logged in, in every tab');
  for (const headers of [ofExample, {}]) {
    expect(await send(me, headers)).toMatchObject({ data: { me: { userName: user.userName } } });
  }
  // Who writes a token of their own means that one.
  const other = await send(me, { authorization: 'Bearer something' });
  expect(other).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
  await send('mutation { logout { __typename } }', {});
  expect(await status.textContent()).toBe('Not logged in');
});
