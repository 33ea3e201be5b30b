/**
 * Diagnostics events of the services, published on Node's `node:diagnostics_channel` for the metrics, the traces and any tool
 * that subscribes. Without a subscriber, publishing costs nothing.
 */
import { channel } from 'node:diagnostics_channel';
import type { SpanIds } from './current-request.js';

class DiagnosticsEvent<Message extends object> {
  private readonly channel;

  constructor(name: string) {
    this.channel = channel(`loupe:${name}`);
  }

  publish(message: Message): void {
    if (this.channel.hasSubscribers) this.channel.publish(message);
  }

  /** @returns unsubscribes */
  subscribe(listener: (message: Message) => void): () => void {
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
  /** Name in the error catalogue; empty for a success. */
  readonly code: string;
  readonly tookMs: number;
  readonly organizationId: string | null;
  /** The caller's trace context: https://www.w3.org/TR/trace-context/ */
  readonly traceparent: string | null;
  /** Its ids in that trace, when other processes received them. */
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

export const diagnosticsEvents = {
  answered: new DiagnosticsEvent<Answered>('answered'),
  /** A picture was searched by the engine. */
  searched: new DiagnosticsEvent<SearchTiming>('searched'),
  searcherAsked: new DiagnosticsEvent<SearcherAsked>('searcher-asked'),
  searcherAnswered: new DiagnosticsEvent<SearcherAnswered>('searcher-answered'),
  /** An activation or transfer was refused for lack of credits. */
  creditRefused: new DiagnosticsEvent<{ readonly organizationId: string }>('credit-refused'),
  /** A statement took longer than the operator's threshold. */
  slowStatement: new DiagnosticsEvent<SlowStatement>('slow-statement'),
} as const;
