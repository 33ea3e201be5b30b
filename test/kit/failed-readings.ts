/** Readings of a page that the server fails to answer. */
import type { Page, Route } from 'playwright-core';

/** The name of the query in the body of a request; undefined for changes. */
export const queryIn = (body: string | null): string | undefined =>
  /"query":"\s*query (\w+)/.exec(body ?? '')?.[1];

/** Fails every query of a name from now on. @returns lets them through again */
export async function failReading(page: Page, name: string): Promise<() => Promise<void>> {
  const fail = async (route: Route) => {
    if (queryIn(route.request().postData()) !== name) return route.fallback();
    const error = { message: 'It broke.', extensions: { code: 'INTERNAL_SERVER_ERROR' } };
    return route.fulfill({ json: { errors: [error], data: null } });
  };
  await page.route('**/graphql', fail);
  return async () => page.unroute('**/graphql', fail);
}
