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
  /** How much later than the old server's an answer of the new one may come; null when that does not matter. */
  readonly mostDelayMs: number | null;
  /** What each server gets instead of what was recorded under the same name, as a token of its own. */
  readonly oldHeaders: readonly Header[];
  readonly newHeaders: readonly Header[];
}

export type Header = readonly [name: string, value: string];

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
  const [old, fresh] = await Promise.all([send('old', request, options), send('new', request, options)]);
  return compared(request, old, fresh, options);
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
  { ignored, mostDelayMs }: Pick<ShadowOptions, 'ignored' | 'mostDelayMs'>,
): ShadowResult {
  const differences =
    old instanceof Error || fresh instanceof Error
      ? [noAnswer('old', old), noAnswer('new', fresh)].filter((each) => each !== null)
      : [
          ...differencesOf(old.answer, fresh.answer, ignored),
          ...delayOf(old.tookMs, fresh.tookMs, mostDelayMs),
        ];
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
  side: 'old' | 'new',
  { method, path, headers, body }: RecordedRequest,
  options: ShadowOptions,
): Promise<Sent> {
  const { timeoutMs } = options;
  const base = options[side];
  const own = side === 'old' ? options.oldHeaders : options.newHeaders;
  const began = performance.now();
  try {
    const response = await fetch(`${base.replace(/\/+$/, '')}${path}`, {
      method,
      headers: headersOf(headers, own),
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

function headersOf(recorded: readonly Header[], own: readonly Header[]): [string, string][] {
  const replaced = new Set(own.map(([name]) => name.toLowerCase()));
  const kept = recorded.filter(([written]) => {
    const name = written.toLowerCase();
    return !name.startsWith(':') && !OF_CONNECTION.has(name) && !replaced.has(name);
  });
  return [...kept, ...own].map(([name, value]) => [name, value]);
}

function delayOf(oldMs: number, newMs: number, mostDelayMs: number | null): readonly Difference[] {
  if (mostDelayMs === null || newMs - oldMs <= mostDelayMs) return [];
  const [old, fresh] = [oldMs, newMs].map((ms) => `${Math.round(ms)} ms`);
  return [{ place: 'time', kind: 'changed', old: old ?? null, new: fresh ?? null }];
}

function noAnswer(side: 'old' | 'new', sent: Sent): Difference | null {
  if (!(sent instanceof Error)) return null;
  const message = sent.message === '' ? 'no connection' : sent.message;
  return { place: 'answer', kind: 'no answer', old: null, new: null, [side]: message };
}
