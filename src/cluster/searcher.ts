/**
 * Answers who asks this process to search. It joins the queue groups of its parts when it is warm, and leaves them before it ends
 * what it is doing.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Msg } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { z } from 'zod';
import { forRequest } from '../kernel/current-request.js';
import { isDatabaseAway } from '../kernel/outages.js';
import { LoupeError } from '../kernel/errors.js';
import { diagnosticsEvents } from '../kernel/diagnostics-events.js';
import { newId } from '../kernel/ids.js';
import type { Vision } from '../engine-host/vision.js';
import { toEngineError, EngineError } from '../engine-host/engine-error.js';
import { answerOf } from './answering.js';
import { WORKING_EVERY_MS } from './asking.js';
import { type Asked, pack, type Reply, unpackAsked, QUEUE, type Subjects } from './messages.js';
import type { Line } from './nats-line.js';
import { parsedJson, TELL_EVERY_MS, type Told } from './presence.js';

/** Limits how many searches run at once. */
export interface Admits {
  /** @param key whose turn it is @throws LoupeError OVERLOADED */
  enter(key: string): { leave(): void } | Promise<{ leave(): void }>;
  close(): void;
}

export interface SearcherParts {
  readonly line: Line;
  readonly subjects: Subjects;
  /** Parts that it holds. */
  readonly parts: readonly number[];
  readonly vision: Vision;
  readonly admission: Admits;
  readonly logger: Logger;
}

const change = z.object({ indexId: z.string(), sequence: z.number().optional() });
const POLL_EVERY_MS = 50;

export class Searcher {
  private readonly id = newId();
  /** What is being worked on, by the id of the question; each try has a place for its answer. */
  private readonly running = new Map<
    string,
    { readonly stop: AbortController; readonly done: Promise<void> }
  >();
  private endings: (() => Promise<void>)[] = [];
  private endLife: () => Promise<void> = () => Promise.resolve();
  private telling: NodeJS.Timeout | undefined;
  private isLeaving = false;
  private joining: Promise<void> = Promise.resolve();

  constructor(private readonly given: SearcherParts) {}

  /** Joins as soon as the indexes that were open last time are open again. */
  start(): void {
    this.joining = this.join();
  }

  /** Takes nothing new, and resolves when everything is answered. */
  async leave(): Promise<void> {
    this.isLeaving = true;
    await this.joining;
    clearInterval(this.telling);
    if (this.endings.length > 0) this.tell();
    await Promise.all(this.endings.map((end) => end()));
    while (this.running.size > 0) await Promise.all([...this.running.values()].map(({ done }) => done));
    await this.endLife();
    this.given.admission.close();
  }

  private async join(): Promise<void> {
    const { vision, line, subjects, parts } = this.given;
    while (!vision.isWarm && !this.isLeaving) await pause(POLL_EVERY_MS);
    if (this.isLeaving) return;
    const take = (message: Msg) => this.take(message);
    this.endLife = line.listen(subjects.alive(this.id), () => undefined);
    this.endings = [
      ...parts.map((part) => line.listen(subjects.search(part), take, QUEUE)),
      ...parts.map((part) => line.listen(subjects.again(part), take)),
      line.listen(subjects.to(this.id), take),
      line.listen(subjects.abort, ({ data }) => this.running.get(Buffer.from(data).toString())?.stop.abort()),
      line.listen(subjects.changed, ({ data }) => this.follow(data)),
      line.listen(subjects.dropped, ({ data }) => this.drop(data)),
      line.listen(subjects.who, () => this.tell()),
    ];
    line.onUp(() => this.tell());
    this.telling = setInterval(() => this.tell(), TELL_EVERY_MS);
  }

  private tell(): void {
    const { line, subjects, parts } = this.given;
    const told: Told = { id: this.id, parts: [...parts], isLeaving: this.isLeaving };
    line.publish(subjects.here, Buffer.from(JSON.stringify(told)));
  }

  private follow(data: Uint8Array): void {
    const { success, data: told } = change.safeParse(parsedJson(data));
    if (!success || told.sequence === undefined) return;
    this.given.vision.catchUp(told.indexId, told.sequence).catch((error: unknown) => {
      this.given.logger.debug(error, 'An index did not follow at once');
    });
  }

  private drop(data: Uint8Array): void {
    const { success, data: told } = change.safeParse(parsedJson(data));
    if (!success) return;
    this.given.vision.drop(told.indexId).catch((error: unknown) => {
      this.given.logger.warn(error, 'A deleted index could not be forgotten');
    });
  }

  private take(message: Msg): void {
    void this.read(message).catch((error: unknown) => {
      this.given.logger.error(error, 'A question could not be answered');
    });
  }

  private async read(message: Msg): Promise<void> {
    const asked = await unpackAsked(message.data);
    // Asked again while the first try is on its way: that one answers.
    if (this.running.has(asked.id)) return;
    const stop = new AbortController();
    const done = this.work(message, asked, stop.signal).finally(() => this.running.delete(asked.id));
    this.running.set(asked.id, { stop, done });
    await done;
  }

  private async work(message: Msg, asked: Asked, signal: AbortSignal): Promise<void> {
    const requestId = message.headers?.get('x-request-id') ?? '';
    const traceparent = message.headers?.get('traceparent') ?? '';
    const notes = {
      id: requestId === '' ? asked.id : requestId,
      operation: null,
      code: null,
      viewerKind: 'anonymous',
      organizationId: null,
      userId: null,
      tokenId: null,
      userAgent: '',
      address: '',
      limit: null,
      traceparent: traceparent === '' ? null : traceparent,
      span: null,
    };
    await forRequest(notes, async () => {
      const since = performance.now();
      const working = setInterval(() => void this.reply(message, { state: 'working' }), WORKING_EVERY_MS);
      const reply = await this.answer(asked, signal).finally(() => clearInterval(working));
      const code = reply.state === 'failed' ? reply.code : '';
      const told = { kind: asked.what.kind, code, tookMs: performance.now() - since };
      // A search asks shards some dozens of times.
      const level = told.kind === 'shards' ? 'debug' : 'info';
      this.given.logger[code === 'INTERNAL' ? 'error' : level](told, 'searched for another process');
      diagnosticsEvents.searcherAnswered.publish({
        ...told,
        requestId: notes.id,
        traceparent: notes.traceparent,
      });
      await this.reply(message, reply);
    });
  }

  private async answer(asked: Asked, signal: AbortSignal): Promise<Reply> {
    const { admission, vision, logger } = this.given;
    try {
      // A search that had its turn waits for this: if it waited for a turn itself, searchers could wait for each other.
      if (asked.what.kind === 'shards')
        return { state: 'done', answer: await answerOf(vision, asked, signal) };
      const turn = await admission.enter(
        'indexId' in asked.what ? asked.what.indexId : asked.what.indexIds.join(),
      );
      try {
        return { state: 'done', answer: await answerOf(vision, asked, signal) };
      } finally {
        turn.leave();
      }
    } catch (error) {
      const failure = failureOf(error);
      if (failure.code !== 'INTERNAL')
        return { state: 'failed', code: failure.code, message: failure.message };
      logger.error(error, 'A search failed');
      return { state: 'failed', code: 'INTERNAL', message: 'The searcher failed; see its log.' };
    }
  }

  private async reply(message: Msg, reply: Reply): Promise<void> {
    const { line } = this.given;
    if (message.reply === undefined) return;
    const packed = await pack(reply, line.maxPayload - 1024).catch((error: unknown) =>
      pack({ state: 'failed', code: 'INTERNAL', message: toEngineError(error).message }, line.maxPayload),
    );
    line.publish(message.reply, packed);
  }
}

/** What to tell who asked: failures that pass are no defects. */
function failureOf(error: unknown): EngineError {
  if (error instanceof LoupeError && error.code === 'OVERLOADED')
    return new EngineError('QUEUE_FULL', 'The searcher has too much to do.');
  // It cannot know what has changed; another one may know already.
  if (isDatabaseAway(error))
    return new EngineError('BEHIND', 'The database does not answer the searcher at the moment.');
  return toEngineError(error);
}
