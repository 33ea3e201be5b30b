/** Answers of the server that come when a test says so. */
import type { Page } from 'playwright-core';

/** Holds requests back until they are let go. @param isMeant by its body, of all to `address` */
export async function holdBack(
  page: Page,
  address: string,
  isMeant: (body: string) => boolean = () => true,
): Promise<{ readonly release: () => void }> {
  const gate = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (isMeant(route.request().postData() ?? '')) await gate.promise;
    await route.continue();
  });
  return { release: gate.resolve };
}

/** Whether the body of a request is a change. */
export const isChange = (body: string): boolean => body.includes('"query":"mutation');

/** Holds changes back, and lets readings through. */
export const holdChanges = async (page: Page) => holdBack(page, '**/graphql', isChange);
