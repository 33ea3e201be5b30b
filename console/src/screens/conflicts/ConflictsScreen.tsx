/** Pages that a reader's photo could be taken for another one's: side by side, with a way to what differs. */
import { Alert, Button, Group, Progress, Select, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBuilding, IconCheck, IconCopy } from '../../parts/icons/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSubscription } from 'urql';
import { useQuery } from '../../api/query';
import { problemOf } from '../../api/change';
import { useViewer } from '../../api/session';
import { EmptyState } from '../../parts/EmptyState';
import { Loading } from '../../parts/Loading';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { Screen } from '../../parts/Screen';
import { conflictCheck, documentsToCheck, type ElementConflicts } from './conflicts';
import { AlikePages } from './AlikePages';
import { ConflictPair } from './ConflictPair';
import { ShowMore } from '../../parts/ShowMore';

export function ConflictsScreen() {
  const { t } = useTranslation('conflicts');
  const { organization } = useViewer();
  const [chosen, setChosen] = useState<string | null>(null);
  const [text, setText] = useState('');
  const [name] = useDebouncedValue(text.trim(), 250);
  const [{ data, error }] = useQuery({
    query: documentsToCheck,
    variables: { organizationId: organization.id, name: name === '' ? null : name },
  });
  const documents = data?.organization.documents.nodes ?? [];
  return (
    <Screen title={t('title')} text={t('text')}>
      <Stack>
        {error !== undefined && <ProblemNotice problem={problemOf(error)} />}
        <Select
          label={t('document')}
          placeholder={t('choose')}
          searchable
          maw={480}
          value={chosen === organization.id ? null : chosen}
          onChange={setChosen}
          onSearchChange={setText}
          data={documents.map((document) => ({ value: document.id, label: document.name }))}
          filter={({ options }) => options}
          nothingFoundMessage={t('noDocument')}
          allowDeselect={false}
        />
        <Group>
          <Button
            variant={chosen === organization.id ? 'filled' : 'default'}
            leftSection={<IconBuilding size={18} aria-hidden />}
            onClick={() => setChosen(organization.id)}
          >
            {t('everything')}
          </Button>
        </Group>
        {chosen === null ? (
          <EmptyState icon={IconCopy} title={t('empty.title')} text={t('empty.text')} />
        ) : (
          <Check key={chosen} id={chosen} />
        )}
      </Stack>
    </Screen>
  );
}

const PAIRS_AT_ONCE = 20;

interface Checked {
  readonly done: number;
  readonly total: number;
  readonly found: readonly ElementConflicts[];
}

function Check({ id }: { readonly id: string }) {
  const { t } = useTranslation('conflicts');
  const [{ data, error }] = useSubscription<
    { conflictCheck: { checked: number; total: number; result: ElementConflicts } },
    Checked
  >({ query: conflictCheck, variables: { id } }, (before, { conflictCheck: { checked, total, result } }) => {
    // An event may be told twice.
    const found = (before?.found ?? []).filter(({ element }) => element.id !== result.element.id);
    // Two pages that look alike appear once.
    const conflicts = result.conflicts.filter(
      ({ path }) =>
        !found.some(
          (other) =>
            other.element.id === path[0]?.id &&
            other.conflicts.some((each) => each.path[0]?.id === result.element.id),
        ),
    );
    const isFound = conflicts.length > 0 || result.alike.length > 0;
    return { done: checked, total, found: isFound ? [...found, { ...result, conflicts }] : found };
  });
  const [shown, setShown] = useState(PAIRS_AT_ONCE);
  if (error !== undefined) return <ProblemNotice problem={problemOf(error)} />;
  if (data === undefined) return <Loading />;
  const isOver = data.done === data.total;
  const confused = data.found.filter(({ conflicts }) => conflicts.length > 0);
  const alike = data.found.filter((result) => result.alike.length > 0);
  return (
    <Stack>
      {!isOver && (
        <Progress
          value={(100 * data.done) / Math.max(1, data.total)}
          aria-label={t('progress', { done: data.done, total: data.total })}
        />
      )}
      {isOver && confused.length === 0 && (
        <Alert color="green" variant="light" icon={<IconCheck aria-hidden />} title={t('none.title')}>
          {t('none.text')}
        </Alert>
      )}
      {confused.length > 0 && <Text role="status">{t('found', { count: confused.length })}</Text>}
      {confused.slice(0, shown).map((result) => (
        <ConflictPair key={result.element.id} result={result} />
      ))}
      <ShowMore hidden={confused.length - shown} onMore={() => setShown(shown + PAIRS_AT_ONCE)} />
      {isOver && alike.length > 0 && <AlikePages results={alike} />}
    </Stack>
  );
}
