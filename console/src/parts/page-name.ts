/** Names of pages: those that an editor gave. The server's own say no more than the number does. */

const DEFAULT_NAME = /^Page \d+$/;

/** @returns an empty text for a page that nobody has named */
export function ownNameOfPage(name: string): string {
  return DEFAULT_NAME.test(name) ? '' : name;
}
