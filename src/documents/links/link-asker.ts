/** Asks whether a web address answers, as a reader's phone would: with redirects, without reading what is answered. */
import { sendOutgoing } from '../../http-client/outgoing-request.js';
import { ClosedAddressError } from '../../http-client/public-address.js';

const MAX_REDIRECTS = 5;
const TIMEOUT_MS = 8_000;
const HEADERS = { 'user-agent': 'Mozilla/5.0 (compatible; Loupe-Links)', accept: '*/*' };
/** Answers to HEAD of servers that know GET alone. */
const TRY_BY_GET = new Set([400, 403, 404, 405, 406, 501]);
/** Somebody is there, who answers people but not this server. */
const GUARDED = new Set([401, 403, 405, 406, 407, 421, 429, 451]);

export const linkStates = ['Answers', 'Guarded', 'Broken', 'Silent', 'Private', 'NotAsked'] as const;
/**
 * `Answers`: a page. `Guarded`: somebody who does not answer servers. `Broken`: that there is no such page, or an error. `Silent`:
 * nobody, or not in time. `Private`: an address that only a private network has. `NotAsked`: beyond the limits.
 */
type LinkState = (typeof linkStates)[number];

export interface LinkAnswer {
  readonly state: LinkState;
  /** HTTP status of the last answer; null without one. */
  readonly status: number | null;
}

export interface AskOptions {
  /** Whether addresses of private networks may be connected to. */
  readonly allowsPrivate: boolean;
  readonly signal: AbortSignal;
}

/** @param url of the scheme http or https */
export async function askLink(url: string, options: AskOptions): Promise<LinkAnswer> {
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(TIMEOUT_MS)]);
  try {
    const status = await finalStatus(url, { ...options, signal });
    if (status < 400) return { state: 'Answers', status };
    return { state: GUARDED.has(status) ? 'Guarded' : 'Broken', status };
  } catch (error) {
    if (isClosed(error)) return { state: 'Private', status: null };
    return { state: options.signal.aborted ? 'NotAsked' : 'Silent', status: null };
  }
}

function isClosed(error: unknown): boolean {
  return (
    error instanceof ClosedAddressError ||
    (error instanceof Error && error.cause instanceof ClosedAddressError)
  );
}

async function finalStatus(url: string, options: AskOptions): Promise<number> {
  let address = url;
  for (let steps = 0; steps <= MAX_REDIRECTS; steps += 1) {
    const head = await sendOutgoing(address, { ...options, method: 'HEAD', headers: HEADERS });
    const answer = TRY_BY_GET.has(head.status)
      ? await sendOutgoing(address, { ...options, method: 'GET', headers: HEADERS })
      : head;
    const isRedirect = answer.status >= 300 && answer.status < 400 && answer.location !== null;
    if (!isRedirect) return answer.status;
    address = new URL(answer.location ?? '', address).href;
    if (!/^https?:/i.test(address)) return answer.status;
  }
  throw new Error('It redirects without end.');
}
