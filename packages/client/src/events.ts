/** Subscriptions: server-sent events over fetch, by the distinct connections mode of graphql-sse. */
import { createParser } from 'eventsource-parser';
import { LoupeFailure } from './problem.js';

export interface ServerEvent {
  readonly name: string;
  readonly data: string;
}

/** The events of an answer, until it ends. @throws LoupeFailure UNREACHABLE when the connection breaks */
export async function* eventsOf(
  body: ReadableStream<Uint8Array>,
  signal?: AbortSignal,
): AsyncGenerator<ServerEvent> {
  const events: ServerEvent[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => events.push({ name: event ?? 'message', data }),
  });
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        signal?.throwIfAborted();
        throw new LoupeFailure('The stream of events broke.', 'UNREACHABLE', null, { cause });
      });
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      yield* events.splice(0);
    }
  } finally {
    // Also when nobody asks for more.
    await reader.cancel().catch(() => undefined);
  }
}
