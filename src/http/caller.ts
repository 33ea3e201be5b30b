/** What a request says about its caller. */
import type { ServerResponse, IncomingHttpHeaders } from 'node:http';

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

/**
 * The languages that a browser asks for (`Accept-Language`), as it writes them, the first one first, without weights; one empty
 * text where it names none.
 */
export function wantedLanguages({ 'accept-language': header = '' }: IncomingHttpHeaders): readonly string[] {
  return header.split(',').map((each) => each.split(';')[0]?.trim() ?? '');
}
