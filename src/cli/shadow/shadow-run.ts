/** Sends the same request to two servers and compares their answers. */
import { type Answer, type Difference, differencesOf } from './answer-differences.js';
import type { RecordedRequest } from './recorded-requests.js';

export interface ShadowOptions {
  readonly old: string;
  readonly new: string;
  /** Names of members whose values may differ. */
  readonly ignored: ReadonlySet<string>;
  /** Whether requests that change something are sent, too. */
  readonly sendsWrites: boolean;
  readonly timeoutMs: number;
}

export interface ShadowResult {
  readonly method: string;
  readonly path: string;
  readonly state: 'same' | 'different' | 'left out';
  readonly oldStatus: number | null;
  readonly newStatus: number | null;
  readonly oldMs: number | null;
  readonly newMs: number | null;
  readonly differences: readonly Difference[];
}

export type Sent = { readonly answer: Answer; readonly headers: Headers; readonly tookMs: number } | Error;

const SAFE: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];
/** They belong to one connection, or fetch writes them. */
const OF_CONNECTION = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Whether a request is compared: reading ones always, changing ones on wish. */
export function isSent({ method }: RecordedRequest, { sendsWrites }: ShadowOptions): boolean {
  return sendsWrites || SAFE.includes(method);
}

/** Both at the same time. */
export async function shadow(request: RecordedRequest, options: ShadowOptions): Promise<ShadowResult> {
  if (!isSent(request, options)) return leftOut(request);
  const [old, fresh] = await Promise.all([
    send(options.old, request, options),
    send(options.new, request, options),
  ]);
  return compared(request, old, fresh, options.ignored);
}

/** A request that is not sent to both. */
export function leftOut({ method, path }: RecordedRequest): ShadowResult {
  const none = { oldStatus: null, newStatus: null, oldMs: null, newMs: null };
  return { method, path, state: 'left out', ...none, differences: [] };
}

export function compared(
  { method, path }: RecordedRequest,
  old: Sent,
  fresh: Sent,
  ignored: ReadonlySet<string>,
): ShadowResult {
  const differences =
    old instanceof Error || fresh instanceof Error
      ? [noAnswer('old', old), noAnswer('new', fresh)].filter((each) => each !== null)
      : differencesOf(old.answer, fresh.answer, ignored);
  return {
    method,
    path,
    state: differences.length === 0 ? 'same' : 'different',
    oldStatus: old instanceof Error ? null : old.answer.status,
    newStatus: fresh instanceof Error ? null : fresh.answer.status,
    oldMs: old instanceof Error ? null : Math.round(old.tookMs),
    newMs: fresh instanceof Error ? null : Math.round(fresh.tookMs),
    differences,
  };
}

/** @returns the answer, or why there is none */
export async function send(
  base: string,
  { method, path, headers, body }: RecordedRequest,
  { timeoutMs }: Pick<ShadowOptions, 'timeoutMs'>,
): Promise<Sent> {
  const began = performance.now();
  try {
    const response = await fetch(`${base.replace(/\/+$/, '')}${path}`, {
      method,
      headers: headers.filter(
        ([name]) => !name.startsWith(':') && !OF_CONNECTION.has(name.toLowerCase()),
      ) as [string, string][],
      body: body === null || method === 'GET' || method === 'HEAD' ? null : new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const [contentType = ''] = (response.headers.get('content-type') ?? '').toLowerCase().split(';');
    const answer = { status: response.status, contentType: contentType.trim(), body: bytes };
    return { answer, headers: response.headers, tookMs: performance.now() - began };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return new Error(cause instanceof Error ? cause.message : String(cause));
  }
}

function noAnswer(side: 'old' | 'new', sent: Sent): Difference | null {
  if (!(sent instanceof Error)) return null;
  const message = sent.message === '' ? 'no connection' : sent.message;
  return { place: 'answer', kind: 'no answer', old: null, new: null, [side]: message };
}
