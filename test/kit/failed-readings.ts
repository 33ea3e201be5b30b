/** Readings of a page that the server fails to answer. */
import type { Page, Route } from 'playwright-core';

/** The name of the query in the body of a request; undefined for changes. */
export const queryIn = (body: string | null): string | undefined =>
  /"query":"\s*query (\w+)/.exec(body ?? '')?.[1];

/** Fails every field of the queries of a name from now on, as a server does. @returns lets them through again */
export async function failReading(page: Page, name: string): Promise<() => Promise<void>> {
  const fail = async (route: Route) => {
    if (queryIn(route.request().postData()) !== name) return route.fallback();
    const answer = await route.fetch().catch(() => null);
    // The page was left meanwhile.
    if (answer === null) return undefined;
    const { data } = (await answer.json()) as { readonly data: object | null };
    const fields = Object.keys(data ?? {});
    const extensions = { code: 'INTERNAL_SERVER_ERROR' };
    const errors = fields.map((field) => ({ message: 'It broke.', path: [field], extensions }));
    const json = { errors, data: Object.fromEntries(fields.map((field) => [field, null])) };
    return route.fulfill({ json }).catch(() => undefined);
  };
  await page.route('**/graphql', fail);
  return async () => page.unroute('**/graphql', fail);
}
