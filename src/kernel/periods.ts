/** Moments and periods as people write them: ISO 8601, in a time zone that is written or agreed on. */
import { Temporal } from 'temporal-polyfill';
import { badInput } from './errors.js';

/** From its first instant to the one after its last; null where it is open. */
export interface Period {
  readonly from: Date | null;
  /** Exclusive. */
  readonly to: Date | null;
}

interface Moment {
  readonly start: Date;
  /** The first instant after a day; of an instant, the instant itself. */
  readonly end: Date;
}

const DAY = /^\d{4}-?\d{2}-?\d{2}$/;
const TIME = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?|\d{8}T\d{4}(\d{2}(\.\d{1,9})?)?)$/i;
const ZONE = /(Z|[+ -]\d{2}(:?\d{2})?)$/i;
const EXPECTED = 'must be an ISO 8601 day or time, for example 2026-11-21 or 2026-11-21T09:30:00+01:00';

/** The name as the time zone database writes it; null when there is no such time zone. */
export function knownTimeZone(name: string): string | null {
  if (!/^[A-Za-z]/.test(name)) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/**
 * The first instant of a day or an instant.
 *
 * @param timeZone of what is written without one
 * @throws LoupeError BAD_USER_INPUT for what is no ISO 8601, and for days and times that do not exist
 */
export function readInstant(field: string, text: string, timeZone: string): Date {
  return momentOf(field, text, timeZone).start;
}

/**
 * A period whose days belong to it whole: from the beginning of the first to the end of the last.
 *
 * @throws LoupeError as `readInstant`
 */
export function readPeriod(
  { from, to }: { readonly from: string | null; readonly to: string | null },
  timeZone: string,
): Period {
  return {
    from: from === null ? null : momentOf('from', from, timeZone).start,
    to: to === null ? null : momentOf('to', to, timeZone).end,
  };
}

/** A day of a time zone, as far as it lies in a period. */
export interface LocalDay {
  /** YYYY-MM-DD */
  readonly day: string;
  readonly start: Date;
  /** Exclusive. */
  readonly end: Date;
}

/** The days that a period touches, in order; the first and the last are cut to it. */
export function daysOf(
  { from, to }: { readonly from: Date; readonly to: Date },
  timeZone: string,
): LocalDay[] {
  const days: LocalDay[] = [];
  const first = Temporal.Instant.fromEpochMilliseconds(from.getTime());
  let date = first.toZonedDateTimeISO(timeZone).toPlainDate();
  for (let start = from; start < to; date = date.add({ days: 1 })) {
    const next = dayOf(date, timeZone).end;
    const end = next < to ? next : to;
    days.push({ day: date.toString(), start, end });
    start = end;
  }
  return days;
}

/** The instant at which the hour of a time zone's clocks began that an instant lies in. */
export function beginningOfHour(instant: Date, timeZone: string): Date {
  const local = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone);
  return new Date(local.round({ smallestUnit: 'hour', roundingMode: 'floor' }).epochMilliseconds);
}

function momentOf(field: string, text: string, timeZone: string): Moment {
  const trimmed = text.trim();
  const zone = ZONE.exec(trimmed)?.[0];
  try {
    if (DAY.test(trimmed)) return dayOf(Temporal.PlainDate.from(trimmed), timeZone);
    if (TIME.test(trimmed)) {
      return instantOf(Temporal.PlainDateTime.from(trimmed).toZonedDateTime(timeZone).toInstant());
    }
    if (zone !== undefined && TIME.test(trimmed.slice(0, -zone.length))) {
      // A plus that was not escaped arrives as a blank.
      return instantOf(Temporal.Instant.from(trimmed.replace(' ', '+')));
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw badInput(field, `${EXPECTED}; "${trimmed.slice(0, 40)}" does not exist`);
  }
  throw badInput(field, EXPECTED);
}

function dayOf(day: Temporal.PlainDate, timeZone: string): Moment {
  const startOf = (date: Temporal.PlainDate) => dateOf(date.toZonedDateTime(timeZone).toInstant());
  return { start: startOf(day), end: startOf(day.add({ days: 1 })) };
}

function instantOf(instant: Temporal.Instant): Moment {
  return { start: dateOf(instant), end: dateOf(instant) };
}

function dateOf(instant: Temporal.Instant): Date {
  return new Date(instant.epochMilliseconds);
}
