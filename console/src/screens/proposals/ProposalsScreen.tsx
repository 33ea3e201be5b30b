/** Proposals of a document: a page beside the list, decided by keys or all at once. */
import { Button, Group, Text } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemOf } from '../../api/change';
import { useQueryWithPreviousData } from '../../api/previous-data-query';
import { DraftBar } from '../../parts/drafts/DraftBar';
import { EmptyState } from '../../parts/EmptyState';
import { IconSparkles } from '../../parts/icons/icons';
import { Loading } from '../../parts/Loading';
import { NotFound } from '../../parts/NotFound';
import { PathLinks } from '../../parts/PathLinks';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { Screen } from '../../parts/Screen';
import {
  type Proposal,
  type ProposalKind,
  type ProposingDocument,
  proposalsQuery,
} from './proposal-documents';
import { ProposalList } from './ProposalList';
import { ProposalPage } from './ProposalPage';
import './proposals.css';
import { type Decisions, useDecisions } from './use-decisions';
import { useFoundWords } from './use-found-words';

export function ProposalsScreen() {
  const { t } = useTranslation('proposals');
  const { documentId = '' } = useParams({ strict: false });
  const [kind, setKind] = useState<ProposalKind | null>(null);
  const [{ data, error }, readAgain] = useQueryWithPreviousData({
    query: proposalsQuery,
    variables: { id: documentId, kinds: kind === null ? null : [kind], after: null },
  });
  const read = useCallback(() => readAgain({ requestPolicy: 'network-only' }), [readAgain]);
  const decisions = useDecisions(documentId, read);
  if (error !== undefined && data === undefined)
    return <ProblemNotice problem={problemOf(error)} onRetry={read} />;
  if (data === undefined) return <Loading shape="rows" />;
  const document = data.node?.__typename === 'Document' ? data.node : null;
  if (document === null) return <NotFound />;
  return (
    <Screen
      title={t('title')}
      text={t('text')}
      above={<PathLinks path={document.path} isDocument here={t('name')} />}
    >
      <DraftBar documentId={document.id} />
      <Kinds document={document} kind={kind} onKind={setKind} decisions={decisions} />
      <Work key={kind} document={document} decisions={decisions} onRead={read} />
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
  if (counts.length === 0) return null;
  const acceptAll = async () => {
    setBusy(true);
    await decisions.accept(kind === null ? {} : { kinds: [kind] });
    setBusy(false);
    onKind(null);
  };
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
        <Button size="compact-md" loading={isBusy} onClick={() => void acceptAll()}>
          {t('acceptAll', { what: words })}
        </Button>
      )}
    </Group>
  );
}

interface WorkProps {
  readonly document: ProposingDocument;
  readonly decisions: Decisions;
  readonly onRead: () => void;
}

function Work({ document, decisions, onRead }: WorkProps) {
  const { t } = useTranslation('proposals');
  const proposals = document.proposals.nodes ?? [];
  const [chosenId, setChosenId] = useState<string | null>(null);
  const chosen = proposals.find(({ id }) => id === chosenId) ?? proposals[0];
  if (chosen === undefined) return <Nothing document={document} onRead={onRead} />;
  /** The one after the decided one is next; after the last one the one before it. */
  const decide = async (proposal: Proposal, work: () => Promise<void>) => {
    const at = proposals.indexOf(proposal);
    setChosenId((proposals[at + 1] ?? proposals[at - 1])?.id ?? null);
    await work();
  };
  return (
    <div className="proposal-work">
      <ProposalPage document={document} chosen={chosen} proposals={proposals} onChoose={setChosenId} />
      <div className="proposal-side">
        <ProposalList
          document={document}
          proposals={proposals}
          chosen={chosen}
          onChoose={setChosenId}
          onAccept={async (proposal) =>
            decide(proposal, async () => decisions.accept({ ids: [proposal.id] }))
          }
          onDismiss={async (proposal) => decide(proposal, async () => decisions.dismiss([proposal]))}
          onAcceptPage={async (pageId) => decisions.accept({ pageId })}
        />
        {document.proposals.pageInfo.hasNextPage && (
          <Text size="sm" c="dimmed" mt="xs">
            {t('more')}
          </Text>
        )}
      </div>
    </div>
  );
}

function Nothing({ document, onRead }: Pick<WorkProps, 'document' | 'onRead'>) {
  const { t } = useTranslation('proposals');
  const { isReadForProposals: isReading } = document;
  return (
    <EmptyState
      icon={IconSparkles}
      title={t(isReading ? 'reading' : 'none')}
      text={t(isReading ? 'readingText' : 'noneText')}
    >
      {isReading ? (
        <Button variant="light" onClick={onRead}>
          {t('again')}
        </Button>
      ) : (
        <Button component={Link} to={`/documents/${document.id}`} variant="light">
          {t('toDocument')}
        </Button>
      )}
    </EmptyState>
  );
}
