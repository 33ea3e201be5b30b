/** Asks a searcher that holds a part of the indexes, and publishes the outcome as a diagnostics event. */
import { currentRequestId, outgoingTraceparent } from '../kernel/current-request.js';
import { diagnosticsEvents } from '../kernel/diagnostics-events.js';
import { newRandomId } from '../kernel/ids.js';
import { EngineError } from '../engine-host/engine-error.js';
import type { Asking, Whom } from './asking.js';
import { type AnswerOf, type AskedFor, pack } from './messages.js';
import type { Line } from './nats-line.js';

/** For the header that NATS and the message itself need beside the content. */
const ROOM_BYTES = 4096;

/** To whom a question goes. */
export type Way = Whom & {
  /** Numbers of the last changes that indexes must hold, by id. */
  readonly seen: ReadonlyMap<string, number>;
  readonly signal?: AbortSignal | undefined;
};

/** @throws EngineError as `Asking.ask` */
export async function askSearcher<Kind extends AskedFor['kind']>(
  { asking, line }: { readonly asking: Asking; readonly line: Line },
  { seen, signal, ...whom }: Way,
  what: AskedFor & { readonly kind: Kind },
): Promise<AnswerOf[Kind]> {
  const since = performance.now();
  let code = '';
  try {
    const id = newRandomId();
    const message = await pack({ id, seen: Object.fromEntries(seen), what }, line.maxPayload - ROOM_BYTES);
    const headers = { traceparent: outgoingTraceparent(), 'x-request-id': currentRequestId() };
    const answer = await asking.ask({ id, whom, message, headers, signal });
    return answer as AnswerOf[Kind];
  } catch (error) {
    code = error instanceof EngineError ? error.code : 'INTERNAL';
    throw error;
  } finally {
    diagnosticsEvents.searcherAsked.publish({ kind: what.kind, code, tookMs: performance.now() - since });
  }
}
