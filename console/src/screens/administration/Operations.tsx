/** Who did what, when: the operation log. */
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
import { operationsQuery } from './administration';
import { LogEntry } from './LogEntry';
import { NOUNS, useOperationWords } from '../../parts/log/operation-words';

/** Nothing is older. */
const FIRST_DAY = '2000-01-01';

export function Operations() {
  const { t } = useTranslation('administration');
  const organization = useAdministered();
  const [user, setUser] = useState('');
  const [operation, setOperation] = useState('');
  const [first, setFirst] = useState('');
  const [last, setLast] = useState('');
  const [after, setAfter] = useState<readonly string[]>([]);
  const words = useOperationWords();
  const nouns = NOUNS.map((value) => ({ value, label: words.noun(value) })).sort((a, b) =>
    a.label.localeCompare(b.label),
  );
  const [userName] = useDebouncedValue(user.trim(), 250);
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
  const filtered = (set: (value: string) => void) => (event: { currentTarget: { value: string } }) => {
    set(event.currentTarget.value);
    setAfter([]);
  };
  return (
    <Stack>
      <Group align="flex-end">
        <TextInput label={t('log.user')} value={user} onChange={filtered(setUser)} />
        <Select
          label={t('log.operation')}
          placeholder={t('log.everything')}
          clearable
          clearButtonProps={{ 'aria-label': t('log.everything') }}
          searchable
          value={operation === '' ? null : operation}
          data={nouns}
          onChange={(noun) => {
            setOperation(noun ?? '');
            setAfter([]);
          }}
        />
        <TextInput type="date" label={t('log.from')} value={first} onChange={filtered(setFirst)} />
        <TextInput type="date" label={t('log.to')} value={last} onChange={filtered(setLast)} />
      </Group>
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
    </Stack>
  );
}
