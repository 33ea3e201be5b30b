/**
 * Asks searchers, once more where the first try is not answered. Who works for long says so again and again; who says nothing is taken
 * for gone, and then all searchers of the part are asked: the first answer counts. Nobody waits a second time for one that was silent
 * before it has announced itself again.
 */
import { currentRequestId, outgoingTraceparent } from '../kernel/current-request.js';
import { diagnosticsEvents } from '../kernel/diagnostics-events.js';
import { newRandomId } from '../kernel/ids.js';
import { EngineError } from '../engine-host/engine-error.js';
import { type AnswerOf, type AskedFor, pack, type Reply, unpackReply, type Subjects } from './messages.js';
import type { Line } from './nats-line.js';
import { setTimeout as pause } from 'node:timers/promises';
import { createInbox, type Msg } from '@nats-io/transport-node';
import type { Presence } from './presence.js';

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

/** A working searcher reports within this time. */
export const WORKING_EVERY_MS = 300;
/** After so long without a word it is taken for gone. */
const SILENCE_MS = 1200;
/** How long the second try waits for a searcher that has just begun or ended, or for NATS. */
const PAUSE_MS = 250;
/** How often NATS is asked whether a searcher is still there: it knows at once of a process that has died. */
const POLL_EVERY_MS = 300;
const NO_RESPONDERS = 503;

const REASONS: Record<Unanswering, string> = {
  nobody: 'No searcher holds this part at the moment.',
  silent: 'No searcher has answered.',
  refused: 'No searcher has answered.',
  away: 'NATS, by which searchers are asked, is away.',
};

/** Who is asked: one of those that hold a part, or one searcher by its id and nobody else. */
export type Whom = { readonly part: number } | { readonly to: string };

export interface Question {
  readonly id: string;
  readonly whom: Whom;
  readonly message: Uint8Array;
  readonly headers: Readonly<Record<string, string | null>>;
  readonly signal?: AbortSignal | undefined;
}

/** How one try ended, where it was not answered. */
type Unanswering = 'nobody' | 'silent' | 'refused' | 'away';
type Outcome = { readonly answer: unknown } | Unanswering;

/** A try, and the searcher that it goes to where it goes to one. */
interface Try {
  readonly subject: string;
  readonly searcherId?: string;
  /** Asks all there are, and has as long as there is time. */
  readonly isLast?: boolean;
}

/** The one searcher that was asked has not answered; another one may. */
class Unanswered extends EngineError {
  constructor() {
    super('UNREACHABLE', 'A searcher has not answered.');
  }
}

export function isUnanswered(error: unknown): boolean {
  return error instanceof Unanswered;
}

interface Pending {
  heard(message: Msg): void;
  /** Ends the try: NATS is away. */
  lost(): void;
}

export class Asking {
  private readonly inbox = createInbox();
  private readonly pending = new Map<string, Pending>();
  private next = 0;

  constructor(
    private readonly line: Line,
    private readonly subjects: Subjects,
    private readonly searchers: Pick<Presence, 'holderOf' | 'doubt'>,
    private readonly timeoutMs: number,
  ) {
    line.listen(`${this.inbox}.*`, (message) => {
      this.pending.get(message.subject.slice(this.inbox.length + 1))?.heard(message);
    });
    line.onAway(() => {
      for (const each of this.pending.values()) each.lost();
    });
  }

  /** @throws EngineError UNREACHABLE, ABORTED, and what a searcher answers */
  async ask(question: Question): Promise<unknown> {
    const { signal } = question;
    const ending = new AbortController();
    const timer = setTimeout(
      () => ending.abort(unreachable('No searcher has answered in time.')),
      this.timeoutMs,
    );
    const onAbort = () => ending.abort(aborted(signal));
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted === true) onAbort();
    try {
      return await this.tryAll(question, ending.signal);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      if (ending.signal.aborted) this.line.publish(this.subjects.abort, Buffer.from(question.id));
    }
  }

  private async tryAll(question: Question, ending: AbortSignal): Promise<unknown> {
    // One place for the answers to all tries: a slow searcher may answer the first one during the second.
    const token = String((this.next += 1));
    const { whom } = question;
    const attempt = (one: Try) => this.tryOnce(question, token, one, ending);
    try {
      if ('to' in whom) return answerOf(await attempt(this.directly(whom.to)), () => new Unanswered());
      const known = this.searchers.holderOf(whom.part);
      let ended: Outcome = known === null ? 'nobody' : await attempt(this.directly(known));
      if (ended === 'nobody') ended = await attempt({ subject: this.subjects.search(whom.part) });
      if (typeof ended === 'string' && ended !== 'away') {
        if (ended !== 'silent') await pause(PAUSE_MS);
        ended = await attempt({ subject: this.subjects.again(whom.part), isLast: true });
      }
      return answerOf(ended, (last) => unreachable(REASONS[last]));
    } finally {
      this.pending.delete(token);
    }
  }

  private directly(searcherId: string): Try {
    return { subject: this.subjects.to(searcherId), searcherId };
  }

  private async tryOnce(
    { message, headers }: Question,
    token: string,
    { subject, searcherId, isLast = false }: Try,
    ending: AbortSignal,
  ): Promise<Outcome> {
    ending.throwIfAborted();
    if (!(await this.line.whenUp())) return 'away';
    let resolve: (outcome: Outcome) => void = () => undefined;
    let reject: (error: unknown) => void = () => undefined;
    const promise = new Promise<Outcome>((resolved, rejected) => {
      [resolve, reject] = [resolved, rejected];
    });
    const giveUp = () => reject(ending.reason as Error);
    const endAfterSilence = (outcome: Unanswering) => setTimeout(() => resolve(outcome), SILENCE_MS);
    let silence = isLast ? undefined : endAfterSilence('silent');
    const hear = (told: Outcome | null) => {
      if (told === null) silence?.refresh();
      else if (told === 'refused' && isLast) silence ??= endAfterSilence('refused');
      else resolve(told);
    };
    this.pending.set(token, {
      heard: (heard) => {
        if (heard.headers?.code === NO_RESPONDERS) hear('nobody');
        else understood(heard).then(hear, reject);
      },
      lost: () => resolve('away'),
    });
    const reply = `${this.inbox}.${token}`;
    const poll = (id: string) => this.line.publish(this.subjects.alive(id), undefined, { reply });
    const polling = searcherId === undefined ? undefined : setInterval(poll, POLL_EVERY_MS, searcherId);
    ending.addEventListener('abort', giveUp, { once: true });
    try {
      this.line.publish(subject, message, { reply, headers });
      const outcome = await promise;
      if (searcherId !== undefined && (outcome === 'silent' || outcome === 'nobody'))
        this.searchers.doubt(searcherId);
      return outcome;
    } finally {
      clearInterval(polling);
      clearTimeout(silence);
      ending.removeEventListener('abort', giveUp);
    }
  }
}

/** What a reply means; null while the searcher works on it. @throws EngineError as the searcher failed */
async function understood({ data }: Msg): Promise<Outcome | null> {
  const reply: Reply = await unpackReply(data);
  if (reply.state === 'working') return null;
  if (reply.state === 'done') return { answer: reply.answer };
  // Another one may do better.
  if (reply.code === 'CLOSED' || reply.code === 'BEHIND') return 'refused';
  throw new EngineError(reply.code, reply.message);
}

/** @throws an error for what was not answered */
function answerOf(ended: Outcome, failure: (ended: Unanswering) => Error): unknown {
  if (typeof ended === 'string') throw failure(ended);
  return ended.answer;
}

function unreachable(message: string): EngineError {
  return new EngineError('UNREACHABLE', message);
}

function aborted(signal: AbortSignal | undefined): EngineError {
  return new EngineError('ABORTED', 'The search was aborted.', { cause: signal?.reason });
}
