/** Periods of whole days, where the days begin at midnight of a time zone. */

export interface Period {
  /** First day, YYYY-MM-DD. */
  readonly first: string;
  /** Last day, included. */
  readonly last: string;
}

const DAY_MS = 86_400_000;

/** The day that it is now in a time zone. */
export function today(timeZone: string, now = new Date()): string {
  // Sweden writes dates as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now);
}

export function daysBefore(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - count * DAY_MS).toISOString().slice(0, 10);
}

/** The instant at which a day begins in a time zone, ISO 8601 in UTC. */
function beginningOf(day: string, timeZone: string): string {
  const utc = Date.parse(`${day}T00:00:00Z`);
  // Twice: the first guess may lie on the other side of a change of the clock.
  const guess = utc - offsetAt(utc, timeZone);
  return new Date(utc - offsetAt(guess, timeZone)).toISOString();
}

/** How far the clocks of a time zone are ahead of UTC, in ms. */
function offsetAt(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(instant);
  return Date.parse(`${parts.replace(' ', 'T')}Z`) - Math.floor(instant / 1000) * 1000;
}

/** From the beginning of the first day to the end of the last one; null where they are no days in order. */
export function instantsOf({ first, last }: Period, timeZone: string) {
  const isDay = (day: string) => /^\d{4}-\d{2}-\d{2}$/.test(day);
  if (!isDay(first) || !isDay(last) || first > last) return null;
  return { from: beginningOf(first, timeZone), to: beginningOf(daysBefore(last, -1), timeZone) };
}

/** As many days, just before. */
export function periodBefore({ first, last }: Period): Period {
  const days = Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1;
  return { first: daysBefore(first, days), last: daysBefore(first, 1) };
}

export function timeZones(...preferred: readonly string[]): readonly string[] {
  return [...new Set([...preferred, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
}

/** Every day of a period, at most ten years of them. */
export function daysOf({ first, last }: Period): readonly string[] {
  const count = Math.min(3660, Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1);
  return Array.from({ length: Math.max(0, count) }, (_each, at) => daysBefore(first, -at));
}
