/** How an event is written to webhooks and NATS, and places in the row of events as cursors. */
import { decodeCursor, encodeCursor } from '../../db/cursor.js';
import type { RecordedEvent } from './recorded-event.js';
import type { EventPlace } from './recorded-events.service.js';

/** Name of the order of events in cursors. */
export const EVENT_ORDER = 'Recorded';

const types = {
  Recognized: 'recognized',
  Unrecognized: 'unrecognized',
  Picture: 'picture',
  Clicked: 'clicked',
} as const;

/** Members as JSON holds them. */
export function eventBody({ number: _, kind, time, ...members }: RecordedEvent) {
  const { id, ...rest } = members;
  return { id, type: types[kind], time: time.toISOString(), ...rest };
}

export function encodePlace({ number, asOf }: EventPlace): string {
  return encodeCursor(EVENT_ORDER, [number, asOf]);
}

/** @throws LoupeError BAD_USER_INPUT */
export function decodePlace(cursor: string, field: string): EventPlace {
  return placeOf(decodeCursor(EVENT_ORDER, cursor, field));
}

/** The place that the values of a cursor name. */
export function placeOf([number, asOf]: readonly unknown[]): EventPlace {
  return {
    number: typeof number === 'number' ? number : 0,
    asOf: asOf instanceof Date ? asOf : new Date(0),
  };
}

/** Events of one organization, as one message on NATS. */
export interface EventMessage {
  readonly organizationId: string;
  readonly body: string;
}

/** Few enough for one message of NATS, whatever the names in them. */
const MOST_IN_MESSAGE = 50;

/** Events in messages: each of one organization, in order. */
export function eventMessages(events: readonly RecordedEvent[], now: Date): readonly EventMessage[] {
  return [...Map.groupBy(events, ({ organizationId }) => organizationId)].flatMap(([organizationId, its]) =>
    Array.from({ length: Math.ceil(its.length / MOST_IN_MESSAGE) }, (_, part) => {
      const some = its.slice(part * MOST_IN_MESSAGE, (part + 1) * MOST_IN_MESSAGE);
      const cursor = encodePlace({ number: some.at(-1)?.number ?? 0, asOf: now });
      return { organizationId, body: JSON.stringify({ events: some.map(eventBody), cursor }) };
    }),
  );
}
