/** Days of statistics begin at midnight UTC; they are counted from 1970-01-01. */
import { MS_PER_DAY } from '../kernel/durations.js';

export function dayOf(instant: Date): number {
  return Math.floor(instant.getTime() / MS_PER_DAY);
}

/** The first instant of a day. */
export function dateOfDay(day: number): Date {
  return new Date(day * MS_PER_DAY);
}
