/** The history of a document: who changed what, when, with a way back to each version. */
import { Anchor, Button, Text } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemOf } from '../../api/change';
import { useQuery } from '../../api/query';
import { useRights } from '../../api/session';
import { useFormats } from '../../i18n/format';
import { EmptyState } from '../../parts/EmptyState';
import { IconClock } from '../../parts/icons/icons';
import { Loading } from '../../parts/Loading';
import { NotFound } from '../../parts/NotFound';
import { Pager } from '../../parts/Pager';
import { PathLinks } from '../../parts/PathLinks';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { Screen } from '../../parts/Screen';
import { historyQuery } from './history-documents';
import { HistoryEntry } from './HistoryEntry';
import './history.css';
import { useWayBack } from './use-way-back';

export function HistoryScreen() {
  const { t } = useTranslation(['history', 'administration']);
  const { documentId = '' } = useParams({ strict: false });
  const [before, setBefore] = useState<readonly string[]>([]);
  const [{ data, error }, again] = useQuery({
    query: historyQuery,
    variables: { id: documentId, before: before.at(-1) ?? null },
    requestPolicy: 'cache-and-network',
  });
  const refresh = useCallback(() => {
    setBefore([]);
    again({ requestPolicy: 'network-only' });
  }, [again]);
  const wayBack = useWayBack(refresh);
  if (error !== undefined && data === undefined)
    return <ProblemNotice problem={problemOf(error)} onRetry={refresh} />;
  if (data === undefined) return <Loading shape="rows" />;
  const document = data.node?.__typename === 'Document' ? data.node : null;
  if (document === null) return <NotFound />;
  const { changes, hasMore, begins } = document.history;
  const present = before.length === 0 ? changes.find(({ isVersion }) => isVersion) : undefined;
  const oldest = hasMore ? undefined : changes.findLast(({ isVersion }) => isVersion);
  return (
    <Screen
      title={t('title', { name: document.name.slice(0, 200) })}
      text={t('text')}
      above={<PathLinks path={document.path} isDocument />}
    >
      {changes.length === 0 ? (
        <NoHistory documentId={document.id} />
      ) : (
        <ol className="history plain-list" aria-label={t('title', { name: document.name.slice(0, 200) })}>
          {changes.map((entry) => (
            <HistoryEntry
              key={entry.id}
              entry={entry}
              isPresent={entry.id === present?.id}
              isOldest={entry.id === oldest?.id}
              wayBack={wayBack}
            />
          ))}
        </ol>
      )}
      {!hasMore && begins !== null && <Beginning date={begins} />}
      <Pager
        after={before}
        pageInfo={{ hasNextPage: hasMore, endCursor: changes.at(-1)?.id ?? null }}
        onStep={setBefore}
        back={t('newer')}
        next={t('older')}
      />
    </Screen>
  );
}

function NoHistory({ documentId }: { readonly documentId: string }) {
  const { t } = useTranslation('history');
  return (
    <EmptyState icon={IconClock} title={t('none')} text={t('noneText')}>
      <Button component={Link} to={`/documents/${documentId}`} variant="light">
        {t('toDocument')}
      </Button>
    </EmptyState>
  );
}

/** Says since when changes are kept; earlier ones are in the organization's log. */
function Beginning({ date }: { readonly date: string }) {
  const { t } = useTranslation('history');
  const formats = useFormats();
  const { mayAdminister } = useRights();
  return (
    <Text size="sm" c="dimmed" mt="md">
      {t('begins', { date: formats.date(date) })}{' '}
      {mayAdminister && (
        <Anchor component={Link} to="/administration?tab=log" size="sm">
          {t('toLog')}
        </Anchor>
      )}
    </Text>
  );
}
