/** A page beside what is proposed on it, a part of a long list at a time. */
import { Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../parts/EmptyState';
import { IconSparkles } from '../../parts/icons/icons';
import type { Proposal, ProposingDocument } from './proposal-documents';
import { ProposalList, useFocusOnArrival } from './ProposalList';
import { ProposalPage } from './ProposalPage';
import type { Decisions } from './use-decisions';

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

export function ProposalWork({ document, decisions, onRead, parts }: WorkProps) {
  const { t } = useTranslation('proposals');
  const { nodes, totalCount: total } = document.proposals;
  const open = nodes.filter(({ id }) => !decisions.decided.has(id));
  // The last one stays until those that move up from the next part are there.
  const areMovingUp = open.length === 0 && total > nodes.length;
  const proposals = areMovingUp ? nodes.slice(-1) : open;
  const [chosenId, setChosenId] = useState<string | null>(null);
  /** Place of what is chosen where its id is gone: what follows a decided one takes its place. */
  const [place, setPlace] = useState(0);
  const chosen =
    proposals.find(({ id }) => id === chosenId) ?? proposals[Math.min(place, proposals.length - 1)];
  const { goOn, goBack } = parts;
  const isWaiting = parts.isWaiting || areMovingUp;
  const hasOthers = goOn !== null || goBack !== null;
  useEffect(() => {
    if (open.length === 0 && goBack !== null && !parts.isWaiting) goBack();
  }, [open.length, goBack, parts.isWaiting]);
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
  /** To the first one of another page. */
  const stepPage = (by: 1 | -1) => {
    const at = proposals.findIndex(({ pageId }) => pageId === chosen.pageId);
    const other =
      by === 1
        ? proposals.findIndex(({ pageId }, place) => place > at && pageId !== chosen.pageId)
        : proposals.findIndex(({ pageId }) => pageId === proposals[at - 1]?.pageId);
    const first = proposals[other];
    if (first !== undefined) choose(first.id, other);
    else if (by === 1 && goOn !== null) leave(goOn, 0);
    else if (by === -1 && goBack !== null) leave(goBack, Infinity);
  };
  const acceptPage = async (pageId: string) => {
    choose(
      null,
      proposals.findIndex((each) => each.pageId === pageId),
    );
    await decisions.accept({ pageId });
  };
  /** The one after the decided one is next; after the last one of all the one before it. */
  const decide = async (proposal: Proposal, work: () => Promise<void>) => {
    const at = proposals.indexOf(proposal);
    choose(proposals[at + 1]?.id ?? null, at);
    await work();
  };
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
          onStepPage={stepPage}
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
          onAcceptPage={acceptPage}
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
  const next = useFocusOnArrival<HTMLButtonElement & HTMLAnchorElement>();
  return (
    <EmptyState
      icon={IconSparkles}
      title={t(isReading ? 'reading' : 'none')}
      text={t(isReading ? 'readingText' : 'noneText')}
    >
      {isReading ? (
        <Button ref={next} variant="light" onClick={onRead}>
          {t('again')}
        </Button>
      ) : (
        <Button ref={next} component={Link} to={`/documents/${document.id}`} variant="light">
          {t('toDocument')}
        </Button>
      )}
    </EmptyState>
  );
}
