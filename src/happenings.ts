/**
 * What happens in the depth of the services and is worth counting, told to whoever listens: the metrics, and any tool that
 * subscribes to these channels of Node (`node:diagnostics_channel`). Where nobody listens, telling costs nothing.
 */
import { channel } from 'node:diagnostics_channel';
import type { SpanIds } from './current-request.js';

class Happening<Message extends object> {
  private readonly channel;

  constructor(name: string) {
    this.channel = channel(`loupe:${name}`);
  }

  tell(message: Message): void {
    if (this.channel.hasSubscribers) this.channel.publish(message);
  }

  /** @returns ends it */
  listen(listener: (message: Message) => void): () => void {
    const subscriber = (message: unknown): void => listener(message as Message);
    this.channel.subscribe(subscriber);
    return () => void this.channel.unsubscribe(subscriber);
  }
}

export interface SearchTiming {
  readonly decodeMs: number;
  readonly extractMs: number;
  readonly searchMs: number;
  readonly verifyMs: number;
}

export interface SlowStatement {
  /** SQL with its literals taken out. */
  readonly sql: string;
  readonly tookMs: number;
}

/** A request that was answered, or whose caller left. */
export interface Answered {
  readonly requestId: string;
  /** Method and route, or the name that the surface gave it. */
  readonly operation: string;
  readonly status: number;
  /** Name in the error catalogue; empty when it was not refused. */
  readonly code: string;
  readonly tookMs: number;
  readonly organizationId: string | null;
  /** Where the caller's own trace goes on: https://www.w3.org/TR/trace-context/ */
  readonly traceparent: string | null;
  /** Its ids in that trace, where other processes were told of them. */
  readonly span: SpanIds | null;
}

/** A search that another process was asked for. */
export interface SearcherAsked {
  readonly kind: string;
  /** Code of the failure; empty when it was answered. */
  readonly code: string;
  readonly tookMs: number;
}

/** A search that this process did for another one. */
export interface SearcherAnswered extends SearcherAsked {
  readonly requestId: string;
  readonly traceparent: string | null;
}

export const happenings = {
  answered: new Happening<Answered>('answered'),
  /** A picture was searched by the engine. */
  searched: new Happening<SearchTiming>('searched'),
  searcherAsked: new Happening<SearcherAsked>('searcher-asked'),
  searcherAnswered: new Happening<SearcherAnswered>('searcher-answered'),
  /** Somebody wanted to activate pages or move credits and had too few. */
  creditRefused: new Happening<{ readonly organizationId: string }>('credit-refused'),
  /** A statement took longer than the operator finds good. */
  slowStatement: new Happening<SlowStatement>('slow-statement'),
} as const;
