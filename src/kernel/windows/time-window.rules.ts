/** Rules of time windows. */
import { Temporal } from 'temporal-polyfill';
import { openings } from './openings.js';
import {
  FORM,
  type HoursOfDay,
  minutesOf,
  readTimeWindow,
  refused,
  textOfTimeWindow,
  type TimeWindow,
  type Weekday,
  weekdays,
} from './time-window.js';

/** A window as callers give it: as text or in its parts. Absent leaves what is there; null, and one without a bound, removes it. */
export type GivenTimeWindow = string | GivenParts | null | undefined;

type GivenParts = {
  readonly [Part in keyof TimeWindow]?: TimeWindow[Part] | null | undefined;
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;
const HOUR = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const MOST_HOURS = 12;
/** A pattern of days and hours comes in every span of this length, also where summer time skips one of its hours. */
const PATTERN_MS = 15 * 24 * 3_600_000;

const DAY_MINUTES = 24 * 60;

/**
 * The text of a window, as it is stored.
 *
 * @param timeZone of the organization
 * @returns null for no window
 * @throws LoupeError BAD_USER_INPUT (`timeWindow`) for what is no window, ends before it begins, or holds no moment at all
 */
export function checkedTimeWindow(given: GivenTimeWindow, timeZone: string): string | null {
  const parts = typeof given === 'string' ? readTimeWindow(given) : given;
  if (parts == null) return null;
  const window = {
    from: timeOf(parts.from ?? null, false),
    until: timeOf(parts.until ?? null, true),
    days: daysOf(parts.days ?? []),
    hours: hoursOf(parts.hours ?? []),
  };
  if (window.from !== null && window.until !== null) {
    if (window.from >= window.until) throw refused('must end after it begins');
    requireMoment(window, timeZone);
  }
  const text = textOfTimeWindow(window);
  return text === '' ? null : text;
}

/** A day alone belongs to the window whole. */
function timeOf(text: string | null, isEnd: boolean): string | null {
  if (text === null || text.trim() === '') return null;
  const written = text.trim().toUpperCase();
  try {
    if (DAY.test(written)) {
      const day = Temporal.PlainDate.from(written, { overflow: 'reject' });
      // The day after the last one of the year 9999 has no such form.
      const time = `${(isEnd ? day.add({ days: 1 }) : day).toString()}T00:00`;
      if (TIME.test(time)) return time;
    } else if (TIME.test(written)) {
      Temporal.PlainDateTime.from(written, { overflow: 'reject' });
      return written;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw refused(FORM);
}

function daysOf(days: readonly Weekday[]): readonly Weekday[] {
  const given = new Set(days);
  // All of them say no more than none.
  return given.size === weekdays.length ? [] : weekdays.filter((day) => given.has(day));
}

function hoursOf(hours: readonly HoursOfDay[]): readonly HoursOfDay[] {
  if (hours.length > MOST_HOURS) throw refused(`must have at most ${MOST_HOURS} ranges of hours`);
  for (const { from, until } of hours) {
    const isRange = HOUR.test(from) && (HOUR.test(until) || until === '24:00') && from !== until;
    if (!isRange) throw refused(FORM);
  }
  const sorted = hours.toSorted((a, b) => (a.from < b.from ? -1 : 1));
  const spans = sorted.map(({ from, until }) => {
    const [start, end] = [minutesOf(from), minutesOf(until)];
    return { start, end: end <= start ? end + DAY_MINUTES : end };
  });
  const [first] = spans;
  const overlaps = spans.some(({ end }, at) => {
    const next = spans[at + 1]?.start ?? (first?.start ?? 0) + DAY_MINUTES;
    return end > next;
  });
  if (overlaps) throw refused('must have ranges of hours that do not overlap');
  return sorted.map(({ from, until }) => ({ from, until }));
}

/** @throws LoupeError BAD_USER_INPUT when the days and hours never come between the begin and the end */
function requireMoment(window: TimeWindow, timeZone: string): void {
  const from = Temporal.PlainDateTime.from(window.from ?? '').toZonedDateTime('UTC').epochMilliseconds;
  const until = Temporal.PlainDateTime.from(window.until ?? '').toZonedDateTime('UTC').epochMilliseconds;
  // A zone is less than a day away from UTC.
  const start = from - DAY_MINUTES * 60_000;
  const end = Math.min(until + DAY_MINUTES * 60_000, from + PATTERN_MS);
  if (openings(window, timeZone, new Date(start), new Date(end)).length > 0) return;
  throw refused('must hold a moment: its days and hours never come between its begin and its end');
}
