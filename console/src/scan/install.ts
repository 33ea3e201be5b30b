/** Makes the page for readers one that a phone can install, and that opens without a connection. */

import { serverAddress } from '../api/own-path';

/** Names the manifest while the page is shown, and registers the worker that keeps its files. */
export function beInstallable(): () => void {
  const link = document.createElement('link');
  link.rel = 'manifest';
  link.href = serverAddress('/scan.webmanifest');
  document.head.append(link);
  if ('serviceWorker' in navigator) {
    // Without a safe connection there is none; the page works all the same.
    navigator.serviceWorker
      .register(serverAddress('/scan-worker.js'), { scope: serverAddress('/scan') })
      .catch(() => undefined);
  }
  return () => link.remove();
}
