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

/**
 * The `fetch` of GraphQL. What only reads waits for a lost connection to come back; what changes fails at once, so that
 * nobody believes it done. An ended session asks for a new log-in and then sends the request again.
 */
export async function graphqlFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const isChange = typeof init.body !== 'string' || /"query":"\s*mutation\b/.test(init.body);
  for (;;) {
    const response = await patiently(() => plainFetch(input, init), isChange, init.signal);
    const text = await response.text();
    if (!needsLogin(parse(text))) return new Response(text, response);
    await session.renew();
  }
}

async function patiently(
  ask: () => Promise<Response>,
  isChange: boolean,
  signal: AbortSignal | null | undefined,
): Promise<Response> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (isChange || signal?.aborted === true || isAbort(error)) throw error;
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
