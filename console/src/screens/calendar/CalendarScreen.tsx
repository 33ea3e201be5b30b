/** When readers are shown what, by month or week, with drafts that have a date, and times that overlap or leave nothing. */
import { ActionIcon, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemOf } from '../../api/change';
import { useQuery } from '../../api/query';
import { useViewer } from '../../api/session';
import { IconChevronLeft, IconChevronRight } from '../../parts/icons/icons';
import { Loading } from '../../parts/Loading';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { Screen } from '../../parts/Screen';
import { calendarQuery, DAY_MS, type Day, daysOf, moved, today, type View, views } from './calendar';
import { CalendarNotes } from './CalendarNotes';
import { Days } from './Days';
import './calendar.css';

export function CalendarScreen() {
  const { t } = useTranslation('calendar');
  const { organization } = useViewer();
  const [view, setView] = useState<View>('month');
  const [day, setDay] = useState<Day>(today);
  const days = daysOf(view, day);
  const [first = day] = days;
  const last = days.at(-1) ?? day;
  const [{ data, error, stale }] = useQuery({
    query: calendarQuery,
    variables: {
      organizationId: organization.id,
      // A zone is less than a day away from UTC.
      from: new Date(first - DAY_MS).toISOString(),
      to: new Date(last + 2 * DAY_MS).toISOString(),
    },
  });
  const calendar = data?.organization?.__typename === 'Organization' ? data.organization.calendar : undefined;
  return (
    <Screen title={t('title')} text={t('text')}>
      <Stack gap="md">
        <Bar view={view} day={day} first={first} onView={setView} onDay={setDay} />
        {error !== undefined && <ProblemNotice problem={problemOf(error)} />}
        {calendar === undefined ? (
          error === undefined && <Loading shape="page" />
        ) : (
          <div aria-busy={stale}>
            <Text size="sm" c="dimmed" mb="xs">
              {t('clocks', { zone: calendar.timeZone })}
              {!calendar.isComplete && ` ${t('incomplete')}`}
            </Text>
            <CalendarNotes calendar={calendar} />
            <Days
              calendar={calendar}
              days={days}
              month={view === 'month' ? new Date(day).getUTCMonth() : null}
            />
          </div>
        )}
      </Stack>
    </Screen>
  );
}

interface BarProps {
  readonly view: View;
  readonly day: Day;
  /** The first day that is shown. */
  readonly first: Day;
  readonly onView: (next: View) => void;
  readonly onDay: (next: Day) => void;
}

/** The month or week that is shown, and the ways to others. */
function Bar({ view, day, first, onView, onDay }: BarProps) {
  const { t, i18n } = useTranslation('calendar');
  const title = new Intl.DateTimeFormat(i18n.language, {
    timeZone: 'UTC',
    ...(view === 'month' ? { month: 'long', year: 'numeric' } : { dateStyle: 'long' }),
  }).format(new Date(view === 'month' ? day : first));
  return (
    <Group justify="space-between">
      <Group gap="xs">
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t(`before.${view}`)}
          onClick={() => onDay(moved(view, day, -1))}
        >
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t(`after.${view}`)}
          onClick={() => onDay(moved(view, day, 1))}
        >
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
        <Button variant="default" onClick={() => onDay(today())}>
          {t('today')}
        </Button>
        <Text fw={700} size="lg" role="status">
          {view === 'month' ? title : t('weekOf', { date: title })}
        </Text>
      </Group>
      <SegmentedControl
        aria-label={t('view')}
        value={view}
        onChange={(value) => onView(value)}
        data={views.map((value) => ({ value, label: t(`views.${value}`) }))}
      />
    </Group>
  );
}
