/** Proposals of a document: a page beside the list, decided by keys or all at once. */
import { Button, Group } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemOf } from '../../api/change';
import { useQuery } from '../../api/query';
import { DraftBar } from '../../parts/drafts/DraftBar';
import { Loading } from '../../parts/Loading';
import { NotFound } from '../../parts/NotFound';
import { PathLinks } from '../../parts/PathLinks';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { Screen } from '../../parts/Screen';
import { useCommands } from '../../parts/search/commands';
import {
  type ProposalKind,
  type ProposingDocument,
  proposalsQuery,
  proposingQuery,
} from './proposal-documents';
import { ProposalWork } from './ProposalWork';
import './proposals.css';
import { type Decisions, useDecisions } from './use-decisions';
import { useFoundWords } from './use-found-words';

export function ProposalsScreen() {
  const { t } = useTranslation('proposals');
  const { documentId = '' } = useParams({ strict: false });
  const [kind, setKind] = useState<ProposalKind | null>(null);
  /** Where each part of the list begins, but for the first one. */
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const [head, readHead] = useQuery({ query: proposingQuery, variables: { id: documentId } });
  const [{ data: found, error, fetching }, readAgain] = useQuery({
    query: proposalsQuery,
    variables: { id: documentId, kinds: kind === null ? null : [kind], after: cursors.at(-1) ?? null },
  });
  // The list stays while its next part comes: keys go on in it.
  const [data, setData] = useState(found);
  if (found !== undefined && found !== data) setData(found);
  const read = useCallback(() => readAgain({ requestPolicy: 'network-only' }), [readAgain]);
  const decisions = useDecisions(documentId, read);
  const refused =
    (data === undefined ? error : undefined) ?? (head.data === undefined ? head.error : undefined);
  if (refused !== undefined) {
    const retry = () => {
      readHead({ requestPolicy: 'network-only' });
      read();
    };
    return <ProblemNotice problem={problemOf(refused)} onRetry={retry} />;
  }
  if (data === undefined || head.data === undefined) return <Loading shape="rows" />;
  if (data.node?.__typename !== 'Document' || head.data.node?.__typename !== 'Document') return <NotFound />;
  const document = { ...head.data.node, ...data.node };
  const { hasNextPage, endCursor } = document.proposals.pageInfo;
  const next = hasNextPage ? (endCursor ?? null) : null;
  return (
    <Screen
      title={t('title')}
      text={t('text')}
      above={<PathLinks path={document.path} isDocument here={t('name')} />}
    >
      <DraftBar documentId={document.id} />
      <Kinds
        document={document}
        kind={kind}
        onKind={(next) => {
          setCursors([]);
          setKind(next);
        }}
        decisions={decisions}
      />
      <ProposalWork
        key={kind}
        document={document}
        decisions={decisions}
        onRead={read}
        parts={{
          isWaiting: found === undefined && fetching,
          goOn: next === null ? null : () => setCursors([...cursors, next]),
          goBack: cursors.length === 0 ? null : () => setCursors(cursors.slice(0, -1)),
        }}
      />
    </Screen>
  );
}

interface KindsProps {
  readonly document: ProposingDocument;
  readonly kind: ProposalKind | null;
  readonly onKind: (kind: ProposalKind | null) => void;
  readonly decisions: Decisions;
}

/** Filters by kind, and accepts all of what is shown. */
function Kinds({ document, kind, onKind, decisions }: KindsProps) {
  const { t } = useTranslation('proposals');
  const [isBusy, setBusy] = useState(false);
  const counts = document.proposalCounts;
  const shown = counts.filter((each) => kind === null || each.kind === kind);
  const words = useFoundWords(shown);
  const total = shown.reduce((sum, { count }) => sum + count, 0);
  const acceptAll = async () => {
    setBusy(true);
    await decisions.accept(kind === null ? {} : { kinds: [kind] });
    setBusy(false);
    onKind(null);
  };
  const text = t('acceptAll', { what: words });
  useCommands(total > 0 && !isBusy ? [{ name: text, run: () => void acceptAll() }] : []);
  if (counts.length === 0) return null;
  return (
    <Group justify="space-between" my="sm" gap="xs">
      <Group gap={6} role="group" aria-label={t('kinds')}>
        {counts.map((each) => (
          <Button
            key={each.kind}
            size="compact-sm"
            variant={each.kind === kind ? 'light' : 'default'}
            aria-pressed={each.kind === kind}
            onClick={() => onKind(each.kind === kind ? null : each.kind)}
          >
            {t(`count.${each.kind}`, { count: each.count })}
          </Button>
        ))}
      </Group>
      {total > 0 && (
        <Button size="compact-md" className="proposal-all" loading={isBusy} onClick={() => void acceptAll()}>
          {text}
        </Button>
      )}
    </Group>
  );
}
