/** How the console talks to its server: one place for the session's header, an ended session and a lost connection. */
import { connection } from './connection';
import { session } from './session';
import { sessionHeaders } from './session-headers';

export { sessionHeaders };

interface Answer {
  readonly errors?: readonly { readonly extensions?: { readonly code?: string } }[];
  readonly data?: Readonly<Record<string, { readonly code?: unknown } | null>> | null;
}

const NEEDS_LOGIN = 'UNAUTHENTICATED';

/** Whether an answer of GraphQL says that nobody is logged in. */
export function needsLogin({ errors, data }: Answer): boolean {
  return (
    errors?.some(({ extensions }) => extensions?.code === NEEDS_LOGIN) === true ||
    Object.values(data ?? {}).some((field) => field?.code === NEEDS_LOGIN)
  );
}

/** `fetch` with the session; rejects with a TypeError when the server is not reached. */
export async function plainFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  for (const [name, value] of Object.entries(sessionHeaders)) headers.set(name, value);
  const { losses } = connection;
  try {
    const response = await fetch(input, { ...init, headers, credentials: 'same-origin' });
    connection.reached(losses);
    return response;
  } catch (error) {
    if (!isAbort(error)) connection.lost();
    throw error;
  }
}

/** A server that has too much to do is asked again this often, as it says. */
const MOST_RETRIES = 4;
const MOST_WAIT_S = 30;

/**
 * The `fetch` of GraphQL. What only reads waits for a lost connection to come back; what changes fails at once, so that
 * nobody believes it done. An ended session asks for a new log-in and then sends the request again. What a busy server turned
 * away before it looked at it is sent again when it says, a change too: nothing of it was done.
 */
export async function graphqlFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  for (;;) {
    const response = await retriedFetch(input, init, (ask) => patiently(ask, isChange(init), init.signal));
    const text = await response.text();
    if (!needsLogin(parse(text))) return new Response(text, response);
    await session.renew();
  }
}

const isChange = ({ body }: RequestInit) => typeof body !== 'string' || /"query":"\s*mutation\b/.test(body);

/** As `plainFetch`, and what a busy server turned away is sent again when it says. */
export async function retriedFetch(
  input: RequestInfo | URL,
  init: RequestInit = {},
  send = (ask: () => Promise<Response>) => ask(),
): Promise<Response> {
  for (let retries = 0; ; retries += 1) {
    const response = await send(() => plainFetch(input, init));
    const text = await response.text();
    const waitS = retries < MOST_RETRIES ? waitOf(response, isChange(init) ? text : null) : null;
    if (waitS === null) return new Response(text, response);
    await pause(waitS, init.signal);
  }
}

/** @returns seconds until a busy server wants to be asked again; null where it does not, or may have begun with a change */
function waitOf({ status, headers }: Response, ofChange: string | null): number | null {
  const waitS = Number(headers.get('Retry-After') ?? Number.NaN);
  if (status !== 503 || !(waitS >= 0 && waitS <= MOST_WAIT_S)) return null;
  if (ofChange !== null && parse(ofChange).errors?.[0]?.extensions?.code !== 'OVERLOADED') return null;
  return waitS;
}

/** Ends early where nobody waits for the answer any more. */
async function pause(waitS: number, signal: AbortSignal | null | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    // Not all that were turned away come back in the same moment.
    const timer = setTimeout(resolve, waitS * 1000 * (0.5 + Math.random() / 2));
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    if (signal?.aborted === true) end();
    else signal?.addEventListener('abort', end, { once: true });
  });
}

async function patiently(
  ask: () => Promise<Response>,
  ofChange: boolean,
  signal: AbortSignal | null | undefined,
): Promise<Response> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (ofChange || signal?.aborted === true || isAbort(error)) throw error;
      await connection.back();
    }
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

function parse(text: string): Answer {
  try {
    return JSON.parse(text) as Answer;
  } catch {
    return {};
  }
}
