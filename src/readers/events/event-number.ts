/**
 * Numbers of the events of readers: matches, clicks and scans that nothing was recognized in share one row of numbers, which grows
 * in the order in which programs get them. A number says when it was given, too.
 */
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { LargeNumber } from '../../db/rows.js';

/** Numbers that one millisecond has; with more the next milliseconds lend theirs. JavaScript counts exactly until the year 2109. */
const PER_MS = 2048;

/** Of a record: 0 until its number is given; null of those that an older Loupe wrote. */
export const FRESH = 0;
export const eventNumber = p.type(LargeNumber).nullable();

/** The last number that was given. One row, whose lock lets one server at a time give numbers. */
export const EventPosition = defineEntity({
  name: 'EventPosition',
  tableName: 'event_position',
  properties: {
    id: p.integer().primary().autoincrement(false),
    last: p.type(LargeNumber),
  },
});
export type EventPosition = InferEntity<typeof EventPosition>;

/** Of a table of records: those that wait for a number, and those of an organization in order. */
export function eventIndexes<Time extends string>(table: string, time: Time) {
  return [
    { name: `${table}_fresh_index`, properties: [time], where: 'event_number = 0' },
    {
      name: `${table}_event_index`,
      properties: ['organizationId' as const, 'eventNumber' as const],
      where: 'event_number > 0',
    },
  ];
}

/** The first number that may be given now. @param last the last that was given */
export function nextNumber(last: number, now: Date): number {
  return Math.max(last + 1, numberAt(now));
}

/** The number that everything before a time is below. */
export function numberAt(time: Date): number {
  return time.getTime() * PER_MS;
}

/** When a number was given, to the millisecond. */
export function timeOfNumber(number: number): Date {
  return new Date(Math.floor(number / PER_MS));
}
