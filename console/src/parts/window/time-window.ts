/** A time window as the console reads, says and sends it. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { graphql, type ResultOf } from '../../api/graphql';

export const windowFields = graphql(`
  fragment WindowFields on TimeWindow {
    from
    until
    days
    hours {
      from
      until
    }
  }
`);

export type TimeWindow = ResultOf<typeof windowFields>;
export type Weekday = TimeWindow['days'][number];

export const ALWAYS: TimeWindow = { from: null, until: null, days: [], hours: [] };

export const weekdays = [
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
] as const satisfies readonly Weekday[];

/** As changes take it; null for a window without a bound. */
export function windowToSend(window: TimeWindow | null | undefined) {
  if (window == null) return null;
  const { from, until, days, hours } = window;
  if (from === null && until === null && days.length === 0 && hours.length === 0) return null;
  return {
    from,
    until,
    days: [...days],
    hours: hours.map((each) => ({ from: each.from, until: each.until })),
  };
}

/** A Monday. */
const FIRST_MONDAY_MS = Date.UTC(2024, 0, 1);
const DAY_MS = 24 * 3_600_000;

/** Windows in words. */
export function useWindowWords() {
  const { t, i18n } = useTranslation('window');
  return useMemo(() => {
    const day = new Intl.DateTimeFormat(i18n.language, { weekday: 'short', timeZone: 'UTC' });
    const time = new Intl.DateTimeFormat(i18n.language, {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: 'UTC',
    });
    const nameOf = (weekday: Weekday) =>
      day.format(new Date(FIRST_MONDAY_MS + weekdays.indexOf(weekday) * DAY_MS));
    // Times of a window carry no zone: they are shown as they are.
    const shown = (local: string) => time.format(new Date(`${local}Z`));
    const inWords = (window: TimeWindow | null | undefined): string => {
      if (windowToSend(window) === null || window == null) return t('always');
      return [
        window.from === null ? '' : t('words.from', { time: shown(window.from) }),
        window.until === null ? '' : t('words.until', { time: shown(window.until) }),
        window.days.map(nameOf).join(', '),
        window.hours.map(({ from, until }) => `${from}–${until}`).join(', '),
      ]
        .filter((part) => part !== '')
        .join(' · ');
    };
    return { nameOf, inWords };
  }, [t, i18n.language]);
}
