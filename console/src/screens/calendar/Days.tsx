/** Days of a month or a week, each with what is shown and published on it. On narrow screens days without anything are left out. */
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from '@tanstack/react-router';
import {
  type Calendar,
  type CalendarDraft,
  type Day,
  draftsOn,
  entriesOn,
  type OnDay,
  today,
} from './calendar';

interface Props {
  readonly calendar: Calendar;
  /** Whole weeks. */
  readonly days: readonly Day[];
  /** Days of others are dimmed; null for a week. */
  readonly month: number | null;
}

export function Days({ calendar, days, month }: Props) {
  const { t, i18n } = useTranslation('calendar');
  const weekday = new Intl.DateTimeFormat(i18n.language, { weekday: 'short', timeZone: 'UTC' });
  const weeks = Array.from({ length: days.length / 7 }, (_, at) => days.slice(at * 7, at * 7 + 7));
  return (
    <table className="calendar" aria-label={t('days')}>
      <thead>
        <tr>
          {days.slice(0, 7).map((day) => (
            <th key={day} scope="col">
              {weekday.format(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <DayCell key={day} calendar={calendar} day={day} month={month} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayProps extends Pick<Props, 'calendar' | 'month'> {
  readonly day: Day;
}

function DayCell({ calendar, day, month }: DayProps) {
  const { i18n } = useTranslation('calendar');
  const long = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'full', timeZone: 'UTC' });
  const { timeZone } = calendar;
  const entries = entriesOn(calendar, day);
  const drafts = draftsOn(calendar, day);
  const isEmpty = entries.length + drafts.length === 0;
  const isOther = month !== null && new Date(day).getUTCMonth() !== month;
  return (
    <td
      className={[isEmpty ? 'is-empty' : '', isOther ? 'is-other' : ''].join(' ')}
      aria-current={day === today() ? 'date' : undefined}
    >
      <Text component="time" dateTime={new Date(day).toISOString().slice(0, 10)} size="sm" fw={600}>
        <span aria-hidden className="day-number">
          {new Date(day).getUTCDate()}
        </span>
        <span className="day-name">{long.format(day)}</span>
      </Text>
      {!isEmpty && (
        <ul>
          {drafts.map((draft) => (
            <Published key={draft.documentId} draft={draft} timeZone={timeZone} />
          ))}
          {entries.map((shown) => (
            <Shown key={`${shown.entry.kind} ${shown.entry.id}`} shown={shown} timeZone={timeZone} />
          ))}
        </ul>
      )}
    </td>
  );
}

function useTime(timeZone: string) {
  const { i18n } = useTranslation('calendar');
  const format = new Intl.DateTimeFormat(i18n.language, { timeZone, timeStyle: 'short' });
  return (instant: string) => format.format(new Date(instant));
}

function Shown({
  shown: { entry, from, until },
  timeZone,
}: {
  readonly shown: OnDay;
  readonly timeZone: string;
}) {
  const { t } = useTranslation('calendar');
  const time = useTime(timeZone);
  const spans = [from === null ? '' : time(from), until === null ? '' : time(until)];
  const span = spans.every((each) => each === '') ? '' : spans.join('–');
  const place =
    entry.pageOrder === null
      ? entry.documentName
      : t('place', { document: entry.documentName, order: entry.pageOrder });
  return (
    <li className={entry.isActive ? `kind-${entry.kind.toLowerCase()}` : 'is-inactive'}>
      <Link
        to="/documents/$documentId"
        params={{ documentId: entry.documentId }}
        search={entry.pageId === null ? {} : { page: entry.pageId }}
        className="any-text"
      >
        {span !== '' && <span className="calendar-time">{span} </span>}
        <strong>{entry.name === '' ? t(`kinds.${entry.kind}`) : entry.name}</strong>
      </Link>
      <span className="calendar-place any-text">
        {`${t(`kinds.${entry.kind}`)} · ${place}`}
        {entry.user !== null && ` · ${entry.user}`}
        {!entry.isActive && ` · ${t('inactive')}`}
      </span>
    </li>
  );
}

function Published({ draft, timeZone }: { readonly draft: CalendarDraft; readonly timeZone: string }) {
  const { t } = useTranslation('calendar');
  const time = useTime(timeZone);
  return (
    <li className={draft.stopped === null ? 'kind-draft' : 'is-stopped'}>
      <Link to="/documents/$documentId" params={{ documentId: draft.documentId }} className="any-text">
        <span className="calendar-time">{time(draft.at)} </span>
        <strong>{draft.documentName}</strong>
      </Link>
      <span className="calendar-place any-text">
        {t(draft.stopped === null ? 'published' : 'stopped', { reason: draft.stopped ?? '' })}
        {draft.user !== null && ` · ${draft.user}`}
      </span>
    </li>
  );
}
