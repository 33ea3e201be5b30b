/**
 * The times at which a window is open. Days and hours are those of the clocks on the wall: an hour that summer time skips does not come
 * that day, one that it doubles counts both times. A begin or an end in a skipped hour is the moment of the skip; in a doubled hour it is
 * the first time, so that of two windows that meet there neither overlaps the other nor leaves a gap.
 */
import { Temporal } from 'temporal-polyfill';
import { minutesOf, type TimeWindow, weekdays } from './time-window.js';

/** A time span in which it is open without a break. */
export interface Opening {
  readonly start: Date;
  /** Exclusive. */
  readonly end: Date;
}

/** A time span in which the clocks of a zone keep one distance to UTC. Milliseconds. */
interface Stretch {
  readonly start: number;
  readonly end: number;
  /** Time of the clocks less UTC. */
  readonly offset: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 3_600_000;
/** The pattern of a week is seen whole within this span. */
const WEEK_MS = 8 * DAY_MS;

/** @returns the openings within a period, in order, cut to it */
export function openings(window: TimeWindow, timeZone: string, from: Date, to: Date): Opening[] {
  const start = Math.max(from.getTime(), instantOf(window.from, timeZone) ?? -Infinity);
  const end = Math.min(to.getTime(), instantOf(window.until, timeZone) ?? Infinity);
  if (start >= end) return [];
  if (window.days.length === 0 && window.hours.length === 0)
    return [{ start: new Date(start), end: new Date(end) }];
  const found: { start: number; end: number }[] = [];
  for (const stretch of stretchesOf(timeZone, start, end)) {
    for (const part of partsOn(window, stretch)) {
      const last = found.at(-1);
      if (last !== undefined && part.start <= last.end) last.end = Math.max(last.end, part.end);
      else found.push(part);
    }
  }
  return found.map((each) => ({ start: new Date(each.start), end: new Date(each.end) }));
}

export function isOpen(window: TimeWindow, timeZone: string, at: Date): boolean {
  return openings(window, timeZone, at, new Date(at.getTime() + 1)).length > 0;
}

/** A moment until which a window stays as it is at an instant: its next opening or end, or earlier. null: for good. */
export function staysUntil(window: TimeWindow, timeZone: string, at: Date): Date | null {
  const begin = instantOf(window.from, timeZone);
  const end = instantOf(window.until, timeZone);
  const now = at.getTime();
  if (begin !== null && now < begin) return new Date(begin);
  if (end !== null && now >= end) return null;
  if (window.days.length === 0 && window.hours.length === 0) return end === null ? null : new Date(end);
  const horizon = new Date(now + WEEK_MS);
  const [next] = openings(window, timeZone, at, horizon);
  if (next === undefined) return horizon;
  return next.start > at ? next.start : next.end;
}

/** The instant at which the clocks of a zone show a time, or pass it. @param local YYYY-MM-DDTHH:MM */
function instantOf(local: string | null, timeZone: string): number | null {
  if (local === null) return null;
  const wall = Temporal.PlainDateTime.from(local).toZonedDateTime('UTC').epochMilliseconds;
  const stretches = stretchesOf(timeZone, wall - DAY_MS, wall + DAY_MS);
  for (const { start, end, offset } of stretches) {
    const instant = wall - offset;
    // The clocks skipped it when this stretch began.
    if (instant < start) return start;
    if (instant < end) return instant;
  }
  return wall - (stretches.at(-1)?.offset ?? 0);
}

function stretchesOf(timeZone: string, from: number, to: number): Stretch[] {
  const stretches: Stretch[] = [];
  for (let start = from; start < to;) {
    const local = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(timeZone);
    const change = local.getTimeZoneTransition('next')?.epochMilliseconds ?? Infinity;
    const end = Math.min(change, to);
    stretches.push({ start, end, offset: local.offsetNanoseconds / 1e6 });
    start = end;
  }
  return stretches;
}

/** Parts of a stretch that are on the days and hours of a window. */
function* partsOn({ days, hours }: TimeWindow, { start, end, offset }: Stretch) {
  const ranges = hours.length === 0 ? [{ from: '00:00', until: '24:00' }] : hours;
  const lastDay = Math.floor((end - 1 + offset) / DAY_MS);
  // Hours past midnight belong to the day before.
  for (let day = Math.floor((start + offset) / DAY_MS) - 1; day <= lastDay; day += 1) {
    // The first of January 1970 was a Thursday.
    const weekday = weekdays[(((day + 3) % 7) + 7) % 7];
    if (days.length > 0 && (weekday === undefined || !days.includes(weekday))) continue;
    for (const range of ranges) {
      const from = minutesOf(range.from);
      const until = minutesOf(range.until);
      const wallStart = day * DAY_MS + from * MINUTE_MS;
      const wallEnd = (until <= from ? day + 1 : day) * DAY_MS + until * MINUTE_MS;
      const part = { start: Math.max(wallStart - offset, start), end: Math.min(wallEnd - offset, end) };
      if (part.start < part.end) yield part;
    }
  }
}
