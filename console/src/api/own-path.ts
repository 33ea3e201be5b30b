/** Below which path the server is reached: a proxy may serve it under a path of its own, which the page then names. */

/** Without a slash at its end; empty where the server has a whole name for itself. */
export const ownPath = document.querySelector<HTMLMetaElement>('meta[name="loupe-path"]')?.content ?? '';

/** An address of the server. @param path begins with a slash */
export function serverAddress(path: string): string {
  return ownPath + path;
}
