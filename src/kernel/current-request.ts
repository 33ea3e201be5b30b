/**
 * What is known of the request that the running code works for, so that log lines and metrics can name it and rate limits count it. Work that no
 * request asked for has none.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

/** What a viewer reveals in logs and traces. */
interface Caller {
  readonly kind: string;
  readonly organizationId?: string;
  readonly userId?: string;
  /** Of a program with a machine token. */
  readonly tokenId?: string;
}

export interface RequestNotes {
  readonly id: string;
  /** The operation, by one of a limited set of names; null where the route names it. */
  operation: string | null;
  /** Name in the error catalogue of why it was refused. */
  code: string | null;
  viewerKind: string;
  /** The organization on whose behalf it runs. */
  organizationId: string | null;
  userId: string | null;
  /** The machine token that was shown. */
  tokenId: string | null;
  /** From where it came. */
  readonly address: string;
  /** The caller's word of itself; empty for one that says nothing. */
  readonly userAgent: string;
  /** Of the rate limits that counted it, the one of which least is left. */
  limit: LimitNote | null;
  /** Where the caller's own trace goes on: https://www.w3.org/TR/trace-context/ */
  readonly traceparent: string | null;
  /** This request in a trace; chosen when another process is asked on its behalf. */
  span: SpanIds | null;
}

/** In hexadecimal digits, as traceparent has them. */
export interface SpanIds {
  readonly traceId: string;
  readonly spanId: string;
}

const TRACEPARENT = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-([\da-f]{2})/;

/** What is left of a rate limit after it was counted. */
export interface LimitNote {
  /** How often in a window. */
  readonly limit: number;
  readonly windowS: number;
  readonly remaining: number;
  /** Until the window ends. */
  readonly resetS: number;
}

const running = new AsyncLocalStorage<RequestNotes>();

/** Runs `work` and all that it starts on behalf of a request. */
export function forRequest<T>(notes: RequestNotes, work: () => T): T {
  return running.run(notes, work);
}

/** Id of the request that the running code works for. */
export function currentRequestId(): string | null {
  return running.getStore()?.id ?? null;
}

/** What a request waits for by itself, and what waits until that is there. */
interface Waits {
  count: number;
  then: (() => void)[];
}

const waits = new WeakMap<RequestNotes, Waits>();

/** Waits for something that is not at once there, as the event loop's next turn or a thread. */
export async function waitFor<T>(something: Promise<T>): Promise<T> {
  const notes = running.getStore();
  if (notes === undefined) return something;
  const own = waits.get(notes) ?? { count: 0, then: [] };
  waits.set(notes, own);
  own.count += 1;
  try {
    return await something;
  } finally {
    own.count -= 1;
    // What goes on now may ask for more.
    if (own.count === 0) setImmediate(() => runWaiting(own));
  }
}

/** Runs `work` once the running request waits for nothing: at once, or later. */
export function whenNothingIsWaitedFor(work: () => void): void {
  const notes = running.getStore();
  const own = notes === undefined ? undefined : waits.get(notes);
  if (own === undefined || own.count === 0) work();
  else own.then.push(work);
}

function runWaiting(own: Waits): void {
  if (own.count > 0) return;
  for (const work of own.then.splice(0)) work();
}

/** The trace context of the running request, for another process; null for work outside a request. */
export function outgoingTraceparent(): string | null {
  const notes = running.getStore();
  if (notes === undefined) return null;
  const [, traceId, flags = '01'] = TRACEPARENT.exec(notes.traceparent ?? '') ?? [];
  notes.span ??= {
    traceId: traceId ?? randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
  };
  return `00-${notes.span.traceId}-${notes.span.spanId}-${flags}`;
}

/** @param operation one of a bounded number of names */
export function noteOperation(operation: string): void {
  const notes = running.getStore();
  if (notes !== undefined) notes.operation = operation;
}

export function noteError(code: string): void {
  const notes = running.getStore();
  if (notes !== undefined) notes.code = code;
}

export function noteViewer(viewer: Caller): void {
  const notes = running.getStore();
  if (notes === undefined || viewer.kind === 'anonymous') return;
  notes.viewerKind = viewer.kind;
  notes.organizationId = viewer.organizationId ?? null;
  notes.userId = viewer.userId ?? null;
  notes.tokenId = viewer.tokenId ?? null;
}

/** Notes whose application a key of the engine opened. */
export function noteTenant(organizationId: string | null): void {
  const notes = running.getStore();
  if (notes !== undefined && organizationId !== null) notes.organizationId = organizationId;
}

/** The address that the request came from; null for work that no request asked for. */
export function currentAddress(): string | null {
  return running.getStore()?.address ?? null;
}

/** The word of the running request's caller of itself. */
export function currentUserAgent(): string {
  return running.getStore()?.userAgent ?? '';
}

export function noteLimit(note: LimitNote): void {
  const notes = running.getStore();
  if (notes === undefined) return;
  if (notes.limit === null || shareLeft(note) <= shareLeft(notes.limit)) notes.limit = note;
}

export function currentLimit(): LimitNote | null {
  return running.getStore()?.limit ?? null;
}

const shareLeft = ({ remaining, limit }: LimitNote): number => remaining / limit;
