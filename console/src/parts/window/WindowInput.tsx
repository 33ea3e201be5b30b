/** The parts of a time window to be typed: from, until, days and hours. */
import { ActionIcon, Button, Chip, Group, Input, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconTrash } from '../icons/icons';
import { type TimeWindow, useWindowWords, type Weekday, weekdays } from './time-window';

interface Props {
  readonly value: TimeWindow;
  readonly mistake: string | undefined;
  readonly onChange: (value: TimeWindow) => void;
}

export function WindowInput({ value, mistake, onChange }: Props) {
  const { t } = useTranslation('window');
  const { nameOf } = useWindowWords();
  const set = (what: Partial<TimeWindow>) => onChange({ ...value, ...what });
  const time = (text: string) => (text === '' ? null : text.slice(0, MINUTES));
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t('text')}
      </Text>
      <Group grow align="flex-start">
        <TextInput
          type="datetime-local"
          label={t('from')}
          value={value.from ?? ''}
          onChange={(event) => set({ from: time(event.currentTarget.value) })}
        />
        <TextInput
          type="datetime-local"
          label={t('until')}
          value={value.until ?? ''}
          error={mistake !== undefined}
          onChange={(event) => set({ until: time(event.currentTarget.value) })}
        />
      </Group>
      <Input.Wrapper label={t('days')} description={t('daysText')} labelElement="div">
        <Chip.Group
          multiple
          value={[...value.days]}
          onChange={(days) => set({ days: weekdays.filter((day) => days.includes(day)) })}
        >
          <Group gap={6} mt={6}>
            {weekdays.map((day: Weekday) => (
              <Chip key={day} value={day} size="xs">
                {nameOf(day)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </Input.Wrapper>
      <Hours hours={value.hours} onChange={(hours) => set({ hours })} />
      {mistake !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {mistake}
        </Text>
      )}
    </Stack>
  );
}

/** Characters of a time without seconds. */
const MINUTES = '2026-12-01T00:00'.length;

interface HoursProps {
  readonly hours: TimeWindow['hours'];
  readonly onChange: (hours: TimeWindow['hours']) => void;
}

function Hours({ hours, onChange }: HoursProps) {
  const { t } = useTranslation('window');
  const put = (at: number, what: Partial<TimeWindow['hours'][number]>) =>
    onChange(hours.map((each, place) => (place === at ? { ...each, ...what } : each)));
  return (
    <Input.Wrapper label={t('hours')} description={t('hoursText')} labelElement="div">
      <Stack gap={6} mt={6}>
        {hours.map(({ from, until }, at) => (
          <Group key={at} gap="xs" wrap="nowrap">
            <TextInput
              type="time"
              aria-label={t('hourFrom')}
              value={from}
              onChange={(event) => put(at, { from: event.currentTarget.value })}
            />
            <span aria-hidden>–</span>
            <TextInput
              type="time"
              aria-label={t('hourUntil')}
              // Midnight is the beginning of the next day to this field.
              value={until === '24:00' ? '00:00' : until}
              onChange={(event) => put(at, { until: event.currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('removeHours', { from, until })}
              onClick={() => onChange(hours.filter((_, place) => place !== at))}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        <div>
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => onChange([...hours, { from: '07:00', until: '19:00' }])}
          >
            {t('addHours')}
          </Button>
        </div>
      </Stack>
    </Input.Wrapper>
  );
}
