/** `Idempotency-Key` on POST: a request that is sent again is answered again, not carried out again. */
import type { AnsweredRequests, KeyedRequest, StoredAnswer } from '../../audit/answered-requests.js';
import type { Answer } from './answer.js';
import type { Call } from './call.js';
import type { Route } from './route.js';

export const IDEMPOTENCY_KEY = 'Idempotency-Key';

/** Says that an answer is that of an earlier request. */
export const REPEATED_HEADER = 'Idempotency-Replayed';

/** Whether a route takes the key: what only asks needs none. */
export function takesKey({ method, authentication }: Route): boolean {
  return method === 'POST' && authentication !== 'none';
}

/**
 * Carries out a call once for its key.
 *
 * @throws LoupeError BAD_USER_INPUT for a key that is none; CONFLICT where it came with another request, or with one
 *   that has not ended
 */
export async function onceFor(
  key: string,
  route: Route,
  call: Call,
): Promise<{ answer: Answer; isRepeated: boolean }> {
  const { request, viewer, services } = call;
  const isShort = route.body !== undefined && route.form === undefined;
  const body = isShort ? await call.bodyText() : `${request.headers['content-length'] ?? ''} bytes`;
  const keyed: KeyedRequest = { viewer, key, content: [request.method, request.url, body] };
  const work = async () => stored(await route.handle(call));
  const requests: AnsweredRequests = services.answeredRequests;
  const { answer, isRepeated } = isShort
    ? await requests.together(keyed, work)
    : await requests.apart(keyed, work);
  return { answer: read(answer), isRepeated };
}

function stored(answer: Answer): StoredAnswer {
  const body = answer.body === undefined ? null : JSON.stringify(answer.body);
  return { status: answer.status, body };
}

function read({ status, body }: StoredAnswer): Answer {
  if (body === null) return { status: 204 };
  return { status: status === 201 ? 201 : 200, body: JSON.parse(body) as unknown };
}
