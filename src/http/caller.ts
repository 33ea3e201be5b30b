/** What a request tells of its caller while it is served. */
import type { ServerResponse } from 'node:http';

/** Aborts when the connection closes before the answer was written: nobody waits for it any more. */
export function whileConnected(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
