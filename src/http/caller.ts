/** What a request says about its caller. */
import type { ServerResponse } from 'node:http';

/** Aborts when the connection closes before the answer was written: nobody waits for it then. */
export function whileConnected(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const abort = () => {
    if (!response.writableFinished) controller.abort();
  };
  if (response.closed) abort();
  else response.once('close', abort);
  return controller.signal;
}
