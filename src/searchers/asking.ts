/**
 * Asks searchers, once more where the first try is not answered. Who works for long says so again and again; who says nothing is taken
 * for gone, and then all searchers of the part are asked: the first answer counts.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { createInbox, type Msg } from '@nats-io/transport-node';
import { VisionError } from '../vision/vision-error.js';
import type { Line } from './nats-line.js';
import { type Reply, unpackReply } from './messages.js';
import type { Subjects } from './subjects.js';

/** A searcher that works tells so within this time. */
export const WORKING_EVERY_MS = 300;
/** After so long without a word it is taken for gone. */
const SILENCE_MS = 1200;
/** How long the second try waits for a searcher that has just begun or ended, or for NATS. */
const PAUSE_MS = 250;
const TRIES = 2;
const NO_RESPONDERS = 503;

export interface Question {
  readonly id: string;
  readonly part: number;
  readonly message: Uint8Array;
  readonly headers: Readonly<Record<string, string | null>>;
  readonly signal?: AbortSignal | undefined;
}

/** How one try ended, where it was not answered. */
type Unanswered = 'nobody' | 'silent' | 'refused';
type Outcome = { readonly answer: unknown } | Unanswered;

interface Pending {
  heard(message: Msg): void;
}

export class Asking {
  private readonly inbox = createInbox();
  private readonly pending = new Map<string, Pending>();
  private next = 0;

  constructor(
    private readonly line: Line,
    private readonly subjects: Subjects,
    private readonly timeoutMs: number,
  ) {
    line.listen(`${this.inbox}.*`, (message) => {
      this.pending.get(message.subject.slice(this.inbox.length + 1))?.heard(message);
    });
  }

  /** @throws VisionError UNREACHABLE, ABORTED, and what a searcher answers */
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
    // One place for the answers to all tries: whoever is slow may answer the first one during the second.
    const token = String((this.next += 1));
    let last: Unanswered = 'nobody';
    try {
      for (let count = 1; count <= TRIES; count += 1) {
        ending.throwIfAborted();
        if (!(await this.line.whenUp(SILENCE_MS))) break;
        const isFirst = count === 1;
        const ended = await this.tryOnce(question, token, isFirst, ending);
        if (typeof ended !== 'string') return ended.answer;
        last = ended;
        if (isFirst && ended !== 'silent') await pause(PAUSE_MS);
      }
    } finally {
      this.pending.delete(token);
    }
    ending.throwIfAborted();
    throw unreachable(
      last === 'nobody' ? 'No searcher holds this part at the moment.' : 'No searcher has answered.',
    );
  }

  private async tryOnce(
    { part, message, headers }: Question,
    token: string,
    isFirst: boolean,
    ending: AbortSignal,
  ): Promise<Outcome> {
    let resolve: (outcome: Outcome) => void = () => undefined;
    let reject: (error: unknown) => void = () => undefined;
    const promise = new Promise<Outcome>((resolved, rejected) => {
      [resolve, reject] = [resolved, rejected];
    });
    const giveUp = () => reject(ending.reason as Error);
    const endAfterSilence = (outcome: Unanswered) => setTimeout(() => resolve(outcome), SILENCE_MS);
    // The second try has as long as there is time: it asks all there are.
    let silence = isFirst ? endAfterSilence('silent') : undefined;
    const hear = (told: Outcome | null) => {
      if (told === null) silence?.refresh();
      else if (told === 'refused' && !isFirst) silence ??= endAfterSilence('refused');
      else resolve(told);
    };
    this.pending.set(token, {
      heard: (heard) => {
        if (heard.headers?.code === NO_RESPONDERS) hear('nobody');
        else understood(heard).then(hear, reject);
      },
    });
    ending.addEventListener('abort', giveUp, { once: true });
    try {
      const subject = isFirst ? this.subjects.search(part) : this.subjects.again(part);
      this.line.publish(subject, message, { reply: `${this.inbox}.${token}`, headers });
      return await promise;
    } finally {
      clearTimeout(silence);
      ending.removeEventListener('abort', giveUp);
    }
  }
}

/** What a reply means; null while the searcher works on it. @throws VisionError as the searcher failed */
async function understood({ data }: Msg): Promise<Outcome | null> {
  const reply: Reply = await unpackReply(data);
  if (reply.state === 'working') return null;
  if (reply.state === 'done') return { answer: reply.answer };
  // Another one may do better.
  if (reply.code === 'CLOSED' || reply.code === 'BEHIND') return 'refused';
  throw new VisionError(reply.code, reply.message);
}

function unreachable(message: string): VisionError {
  return new VisionError('UNREACHABLE', message);
}

function aborted(signal: AbortSignal | undefined): VisionError {
  return new VisionError('ABORTED', 'The search was aborted.', { cause: signal?.reason });
}
