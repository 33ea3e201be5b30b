/** Proposals of a document: a page beside the list, decided by keys or all at once. */
import { Button, Group, Text } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemOf } from '../../api/change';
import { useQuery } from '../../api/query';
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
  /** Where each part of the list begins, but for the first one. */
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const [{ data: found, error, fetching }, readAgain] = useQuery({
    query: proposalsQuery,
    variables: { id: documentId, kinds: kind === null ? null : [kind], after: cursors.at(-1) ?? null },
  });
  // The list stays while its next part comes: keys go on in it.
  const [data, setData] = useState(found);
  if (found !== undefined && found !== data) setData(found);
  const read = useCallback(() => readAgain({ requestPolicy: 'network-only' }), [readAgain]);
  const decisions = useDecisions(documentId, read);
  if (error !== undefined && data === undefined)
    return <ProblemNotice problem={problemOf(error)} onRetry={read} />;
  if (data === undefined) return <Loading shape="rows" />;
  const document = data.node?.__typename === 'Document' ? data.node : null;
  if (document === null) return <NotFound />;
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
      <Work
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

/** A long list is shown in parts. */
interface Parts {
  /** Whether another part was asked for and is not there yet. */
  readonly isWaiting: boolean;
  readonly goOn: (() => void) | null;
  readonly goBack: (() => void) | null;
}

interface WorkProps {
  readonly document: ProposingDocument;
  readonly decisions: Decisions;
  readonly onRead: () => void;
  readonly parts: Parts;
}

function Work({ document, decisions, onRead, parts }: WorkProps) {
  const { t } = useTranslation('proposals');
  const proposals = document.proposals.nodes ?? [];
  const [chosenId, setChosenId] = useState<string | null>(null);
  /** Place of what is chosen where its id is gone: what follows a decided one takes its place. */
  const [place, setPlace] = useState(0);
  const chosen =
    proposals.find(({ id }) => id === chosenId) ?? proposals[Math.min(place, proposals.length - 1)];
  const { goOn, goBack, isWaiting } = parts;
  const hasOthers = goOn !== null || goBack !== null;
  useEffect(() => {
    if (proposals.length === 0 && goBack !== null && !isWaiting) goBack();
  }, [proposals.length, goBack, isWaiting]);
  if (chosen === undefined) return <Nothing document={document} onRead={onRead} />;
  const choose = (id: string | null, at: number) => {
    setChosenId(id);
    setPlace(at);
  };
  const leave = (go: () => void, at: number) => {
    choose(null, at);
    go();
  };
  const step = (by: 1 | -1) => {
    const at = proposals.indexOf(chosen) + by;
    const neighbor = proposals[at];
    if (neighbor !== undefined) choose(neighbor.id, at);
    else if (by === 1 && goOn !== null) leave(goOn, 0);
    else if (by === -1 && goBack !== null) leave(goBack, Infinity);
  };
  /** The one after the decided one is next; after the last one of all the one before it. */
  const decide = async (proposal: Proposal, work: () => Promise<void>) => {
    const at = proposals.indexOf(proposal);
    choose(proposals[at + 1]?.id ?? null, at);
    await work();
  };
  const total = document.proposals.totalCount;
  return (
    <div className="proposal-work">
      <ProposalPage
        document={document}
        chosen={chosen}
        proposals={proposals}
        onChoose={(id) =>
          choose(
            id,
            proposals.findIndex((each) => each.id === id),
          )
        }
      />
      <div className="proposal-side">
        <ProposalList
          document={document}
          proposals={proposals}
          chosen={chosen}
          isWaiting={isWaiting}
          onStep={step}
          onChoose={(id) =>
            choose(
              id,
              proposals.findIndex((each) => each.id === id),
            )
          }
          onAccept={async (proposal) =>
            decide(proposal, async () => decisions.accept({ ids: [proposal.id] }))
          }
          onDismiss={async (proposal) => decide(proposal, async () => decisions.dismiss([proposal]))}
          onAcceptPage={async (pageId) => decisions.accept({ pageId })}
        />
        {hasOthers && (
          <Group gap="xs" mt="xs">
            <Text size="sm" c="dimmed" role="status">
              {t('shown', { shown: proposals.length, count: total })}
            </Text>
            {goBack !== null && (
              <Button size="compact-sm" variant="subtle" onClick={() => leave(goBack, 0)}>
                {t('earlier')}
              </Button>
            )}
            {goOn !== null && (
              <Button size="compact-sm" variant="subtle" onClick={() => leave(goOn, 0)}>
                {t('goOn')}
              </Button>
            )}
          </Group>
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
