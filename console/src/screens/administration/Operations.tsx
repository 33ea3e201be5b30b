/** The operation log: who did what, when. */
import { Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '../../api/query';
import { problemOf } from '../../api/change';
import { Loading } from '../../parts/Loading';
import { Pager } from '../../parts/Pager';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { instantsOf, today } from '../statistics/period';
import { useAdministered } from './administered';
import { operationsQuery } from './log/operations-query';
import { AuditKeeping } from './log/AuditKeeping';
import { LogEntry } from './LogEntry';
import { NOUNS, useOperationWords } from '../../parts/log/operation-words';

/** No entry is older. */
const FIRST_DAY = '2000-01-01';

/** Which operations are shown; empty texts narrow nothing. */
interface Filter {
  readonly user: string;
  readonly operation: string;
  readonly first: string;
  readonly last: string;
}

const EVERYTHING: Filter = { user: '', operation: '', first: '', last: '' };

export function Operations() {
  const { t } = useTranslation('administration');
  const organization = useAdministered();
  const [filter, setFilter] = useState(EVERYTHING);
  const [after, setAfter] = useState<readonly string[]>([]);
  const { operation, first, last } = filter;
  const [userName] = useDebouncedValue(filter.user.trim(), 250);
  const period = {
    first: first === '' ? FIRST_DAY : first,
    last: last === '' ? today(organization.timeZone) : last,
  };
  const instants = first === '' && last === '' ? null : instantsOf(period, organization.timeZone);
  const [{ data, error }, again] = useQuery({
    query: operationsQuery,
    variables: {
      organizationId: organization.id,
      user: userName === '' ? null : userName,
      operation: operation === '' ? null : operation,
      from: instants?.from ?? null,
      to: instants?.to ?? null,
      after: after.at(-1) ?? null,
    },
  });
  const operations = data?.organization.operations;
  return (
    <Stack>
      <LogFilter
        filter={filter}
        onFilter={(next) => {
          setFilter(next);
          setAfter([]);
        }}
      />
      {error !== undefined && (
        <ProblemNotice problem={problemOf(error)} onRetry={() => again({ requestPolicy: 'network-only' })} />
      )}
      {operations === undefined && error === undefined && <Loading shape="rows" />}
      {operations?.nodes.length === 0 && <Text c="dimmed">{t('log.none')}</Text>}
      <ul className="log plain-list" aria-label={t('tab.log')}>
        {operations?.nodes.map((entry) => (
          <LogEntry key={entry.id} entry={entry} />
        ))}
      </ul>
      <Pager
        after={after}
        pageInfo={operations?.pageInfo}
        onStep={setAfter}
        back={t('newer')}
        next={t('older')}
      />
      <AuditKeeping organizationId={organization.id} />
    </Stack>
  );
}

interface LogFilterProps {
  readonly filter: Filter;
  readonly onFilter: (next: Filter) => void;
}

function LogFilter({ filter, onFilter }: LogFilterProps) {
  const { t } = useTranslation('administration');
  const words = useOperationWords();
  const nouns = NOUNS.map((value) => ({ value, label: words.noun(value) })).sort((a, b) =>
    a.label.localeCompare(b.label),
  );
  const field = (member: 'first' | 'last' | 'user') => ({
    value: filter[member],
    onChange: (event: { currentTarget: { value: string } }) =>
      onFilter({ ...filter, [member]: event.currentTarget.value }),
  });
  return (
    <Group align="flex-end">
      <TextInput label={t('log.user')} {...field('user')} />
      <Select
        label={t('log.operation')}
        placeholder={t('log.everything')}
        clearable
        clearButtonProps={{ 'aria-label': t('log.everything') }}
        searchable
        value={filter.operation === '' ? null : filter.operation}
        data={nouns}
        onChange={(noun) => onFilter({ ...filter, operation: noun ?? '' })}
      />
      <TextInput type="date" label={t('log.from')} {...field('first')} />
      <TextInput type="date" label={t('log.to')} {...field('last')} />
    </Group>
  );
}
