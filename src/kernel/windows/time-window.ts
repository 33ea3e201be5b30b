/**
 * When readers are shown something: from and until a time, on days of the week, at hours, all by the clocks of its organization.
 * Rows, files and REST hold it as text, for example `from 2026-12-01T00:00 until 2026-12-25T00:00 on Mon,Fri at 07:00-09:00`.
 */
import { badInput } from '../errors.js';

export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;
export type Weekday = (typeof weekdays)[number];

/** A part of a day. One that ends before it begins goes on past midnight, and belongs to the day on which it begins. */
export interface HoursOfDay {
  /** HH:MM */
  readonly from: string;
  /** HH:MM, exclusive; 24:00 for the end of the day. */
  readonly until: string;
}

export interface TimeWindow {
  /** YYYY-MM-DDTHH:MM without a zone; null where it is open. */
  readonly from: string | null;
  /** Exclusive; as `from`. */
  readonly until: string | null;
  /** In the order of the week; every day where there is none. */
  readonly days: readonly Weekday[];
  /** In their order; the whole day where there is none. */
  readonly hours: readonly HoursOfDay[];
}

/** The sentence about a text that is no window. */
export const FORM =
  'must be written as in "from 2026-12-01T00:00 until 2026-12-25T00:00 on Mon,Fri at 07:00-09:00", with any of the four parts left out';
/** Characters of a text; the longest canonical one has fewer. */
const MOST_CHARACTERS = 400;
/**
 * The parts of a text, in the order of the week and of the day if they stand so.
 *
 * @throws LoupeError BAD_USER_INPUT (`timeWindow`) for what has no such parts
 */
export function readTimeWindow(text: string): TimeWindow {
  if (text.length > MOST_CHARACTERS) throw refused(FORM);
  const parts = partsOf(text);
  const listOf = (name: string) => parts.get(name)?.split(',') ?? [];
  return {
    from: parts.get('from') ?? null,
    until: parts.get('until') ?? null,
    days: listOf('on').map(weekdayOf),
    hours: listOf('at').map((range) => {
      const [from = '', until = '', ...others] = range.split('-');
      if (others.length > 0) throw refused(FORM);
      return { from, until };
    }),
  };
}

export function textOfTimeWindow({ from, until, days, hours }: TimeWindow): string {
  const parts = [
    from === null ? '' : `from ${from}`,
    until === null ? '' : `until ${until}`,
    days.length === 0 ? '' : `on ${days.map((day) => day.slice(0, 3)).join(',')}`,
    hours.length === 0 ? '' : `at ${hours.map((each) => `${each.from}-${each.until}`).join(',')}`,
  ];
  return parts.filter((part) => part !== '').join(' ');
}

export const refused = (problem: string) => badInput('timeWindow', problem);

function partsOf(text: string): ReadonlyMap<string, string> {
  const words = text
    .trim()
    .replace(/\s*,\s*/g, ',')
    .split(/\s+/)
    .filter((word) => word !== '');
  const parts = new Map<string, string>();
  for (let at = 0; at < words.length; at += 2) {
    const name = (words[at] ?? '').toLowerCase();
    const value = words[at + 1];
    if (!['from', 'until', 'on', 'at'].includes(name) || value === undefined || parts.has(name))
      throw refused(FORM);
    parts.set(name, value);
  }
  return parts;
}

function weekdayOf(name: string): Weekday {
  const known = weekdays.find(
    (day) => day.toLowerCase() === name.toLowerCase() || day.slice(0, 3).toLowerCase() === name.toLowerCase(),
  );
  if (known === undefined) throw refused(FORM);
  return known;
}

/** Minutes after midnight. @param time HH:MM */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
