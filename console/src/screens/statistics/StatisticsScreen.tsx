/** The events of readers: in numbers, day by day, and by every dimension. */
import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { IconBolt, IconChartBar } from '../../parts/icons/icons';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useQuery, useQueryData } from '../../api/query';
import { problemOf } from '../../api/change';
import { useViewer } from '../../api/session';
import { EmptyState } from '../../parts/EmptyState';
import { Loading } from '../../parts/Loading';
import { PathLinks } from '../../parts/PathLinks';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { Screen } from '../../parts/Screen';
import { ArchiveButton } from './ArchiveButton';
import { BreakdownTable } from './BreakdownTable';
import { Days } from './Days';
import { daysBefore, instantsOf, type Period, periodBefore, timeZones, today } from './period';
import { Hours } from './Hours';
import { Places } from './Places';
import { countsQuery, elementQuery, totalsQuery } from './statistics';
import { Totals } from './Totals';

/** Days of the offered periods. */
const PERIODS = [7, 30, 90, 365] as const;

export function StatisticsScreen() {
  const { t } = useTranslation('statistics');
  const { organization } = useViewer();
  const search = useSearch({ from: '/inside/statistics' });
  const { of: elementId = organization.id, zone: timeZone = organization.timeZone } = search;
  const navigate = useNavigate();
  const show = (changed: Partial<typeof search>) =>
    void navigate({ to: '/statistics', search: { ...search, ...changed }, replace: true });
  const period = periodOf(search, timeZone);
  const instants = instantsOf(period, timeZone);
  const [{ data: place }] = useQueryData({ query: elementQuery, variables: { id: elementId } });
  const steps = place?.treeNode.path ?? [];
  const own = steps.slice(
    Math.max(
      0,
      steps.findIndex(({ id }) => id === organization.id),
    ),
  );
  return (
    <Screen
      title={t('title')}
      text={t('text')}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconBolt size={18} aria-hidden />}
            renderRoot={(props) => <Link to="/live" {...props} />}
          >
            {t('live')}
          </Button>
          {place?.treeNode.type === 'DOCUMENT' && instants !== null && (
            <ArchiveButton documentId={place.treeNode.id} {...instants} />
          )}
        </>
      }
    >
      <Stack gap="md">
        {own.length > 1 && <PathLinks path={own} searchOf={(of) => ({ ...search, of })} />}
        <PeriodFields
          {...{ period, timeZone, instants }}
          onChosen={show}
          // The last days go on with the calendar, chosen ones stay.
          onPeriod={({ first, last }) => show({ days: undefined, first, last })}
          onTimeZone={(zone) => show({ zone })}
        />
        {instants !== null && (
          <Counts
            elementId={elementId}
            timeZone={timeZone}
            {...instants}
            period={period}
            type={place?.treeNode.type ?? null}
          />
        )}
      </Stack>
    </Screen>
  );
}

interface PeriodFieldsProps {
  readonly period: Period;
  readonly timeZone: string;
  readonly onChosen: (changed: Chosen) => void;
  readonly onPeriod: (chosen: Period) => void;
  readonly instants: object | null;
  readonly onTimeZone: (zone: string) => void;
}

function PeriodFields({ period, timeZone, onChosen, onPeriod, instants, onTimeZone }: PeriodFieldsProps) {
  const { t } = useTranslation('statistics');
  const { organization } = useViewer();
  return (
    <Group align="flex-end" gap="sm">
      <Select
        label={t('period')}
        w={190}
        value={String(PERIODS.find((days) => isLast(period, days, timeZone)) ?? 'own')}
        onChange={(value) => {
          if (value !== 'own') onChosen({ days: value ?? undefined, first: undefined, last: undefined });
        }}
        data={[
          ...PERIODS.map((days) => ({ value: String(days), label: t('lastDays', { count: days }) })),
          { value: 'own', label: t('ownPeriod') },
        ]}
        allowDeselect={false}
      />
      <TextInput
        type="date"
        label={t('from')}
        value={period.first}
        max={period.last}
        onChange={(event) => onPeriod({ ...period, first: event.currentTarget.value })}
        error={instants === null ? t('wrongPeriod') : undefined}
      />
      <TextInput
        type="date"
        label={t('to')}
        value={period.last}
        min={period.first}
        onChange={(event) => onPeriod({ ...period, last: event.currentTarget.value })}
      />
      <Select
        label={t('timeZone')}
        searchable
        w={220}
        value={timeZone}
        onChange={(value) => onTimeZone(value ?? organization.timeZone)}
        data={[...timeZones(organization.timeZone, Intl.DateTimeFormat().resolvedOptions().timeZone)]}
        allowDeselect={false}
        limit={60}
      />
    </Group>
  );
}

interface CountsProps {
  readonly elementId: string;
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  /** Of the element; null while it is not known. */
  readonly type: string | null;
  readonly period: Period;
}

function Counts({ type, period, ...variables }: CountsProps) {
  const { t } = useTranslation('statistics');
  const isOrganization = type === 'ORGANIZATION';
  const earlier = instantsOf(periodBefore(period), variables.timeZone);
  const [{ data: before }] = useQueryData({
    query: totalsQuery,
    variables: { ...variables, from: earlier?.from ?? variables.from, to: earlier?.to ?? variables.to },
    pause: earlier === null,
  });
  const [{ data, error }, again] = useQuery({ query: countsQuery, variables });
  if (error !== undefined && data === undefined) {
    return (
      <ProblemNotice problem={problemOf(error)} onRetry={() => again({ requestPolicy: 'network-only' })} />
    );
  }
  if (data === undefined) return <Loading height={480} />;
  const { total } = data.statistics;
  const isEmpty = Object.values(total).every((value) => value === 0 || typeof value !== 'number');
  if (isEmpty) {
    return (
      <EmptyState icon={IconChartBar} title={t('empty.title')} text={t('empty.text')}>
        <Button component={Link} to="/try" variant="light">
          {t('common:navigation.try')}
        </Button>
      </EmptyState>
    );
  }
  return (
    <>
      <Totals total={total} before={before?.statistics.total ?? null} isOrganization={isOrganization} />
      <Days counted={data.statistics} isOrganization={isOrganization} period={period} />
      {(type === 'DOCUMENT' || type === 'IMAGE') && <Places {...variables} />}
      <Hours {...variables} />
      <BreakdownTable {...variables} />
    </>
  );
}

interface Chosen {
  readonly days?: string | undefined;
  readonly first?: string | undefined;
  readonly last?: string | undefined;
}

const DEFAULT_DAYS = 30;

/** The period in an address: its own first and last day, otherwise a number of last days. */
function periodOf({ days, first, last }: Chosen, timeZone: string): Period {
  if (first !== undefined && last !== undefined) return { first, last };
  const count = Number(days);
  return lastDays(Number.isInteger(count) && count >= 1 ? count : DEFAULT_DAYS, timeZone);
}

function lastDays(count: number, timeZone: string): Period {
  const last = today(timeZone);
  return { first: daysBefore(last, count - 1), last };
}

function isLast(period: Period, count: number, timeZone: string): boolean {
  const { first, last } = lastDays(count, timeZone);
  return period.first === first && period.last === last;
}
