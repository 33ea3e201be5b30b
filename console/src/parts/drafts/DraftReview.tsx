/** Changes of a draft, beside what readers get: each change can be taken out, and conflicts are decided here. */
import { Button, Drawer, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { change, type Outcome, problemOf } from '../../api/change';
import { draftChanged, useRereadWithDrafts } from '../../api/draft-changes';
import { useQuery } from '../../api/query';
import { useRights } from '../../api/session';
import { DialogFooter } from '../dialogs/DialogFooter';
import { Loading } from '../Loading';
import { useElementNames } from '../page-name';
import { ProblemNotice } from '../ProblemNotice';
import { useTell } from '../tell';
import { type DraftChange, draftChangesQuery, dropDraftChanges, keepDraftChange } from './draft-documents';
import { DraftEntry } from './DraftEntry';

interface Props {
  readonly documentId: string;
  /** For somebody's approval. */
  readonly isWaiting: boolean;
  readonly onClose: () => void;
  readonly onPublish: () => Promise<boolean>;
}

export function DraftReview({ documentId, isWaiting, onClose, onPublish }: Props) {
  const { t } = useTranslation('draft');
  const { mayWrite } = useRights();
  const [isBusy, setBusy] = useState(false);
  const [{ data, error }, read] = useQuery({
    query: draftChangesQuery,
    variables: { id: documentId },
    requestPolicy: 'network-only',
  });
  useRereadWithDrafts(read);
  const draft = data?.node?.__typename === 'Document' ? data.node.draft : null;
  const conflicts = draft?.changes.filter(({ conflict }) => conflict !== null).length ?? 0;
  const { drop, keep, publish } = useDecisions({ setBusy, documentId, onPublish, onClose });
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={t('reviewTitle')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack gap="md">
        <Text size="sm">{t('reviewText')}</Text>
        {error !== undefined && data === undefined && (
          <ProblemNotice problem={problemOf(error)} onRetry={() => read({ requestPolicy: 'network-only' })} />
        )}
        {error === undefined && data === undefined && <Loading shape="rows" />}
        {data !== undefined && (draft?.changes.length ?? 0) === 0 && (
          <Text c="dimmed">{t('count', { count: 0 })}</Text>
        )}
        {conflicts > 0 && (
          <Text size="sm" fw={600} c="var(--loupe-warning)" role="status">
            {t('conflicts', { count: conflicts })}
          </Text>
        )}
        {grouped(draft?.changes ?? []).map(([key, changes]) => (
          <ElementChanges key={key} changes={changes} isBusy={isBusy} onDrop={drop} onKeep={keep} />
        ))}
        {isWaiting && <Text size="sm">{t('approvalNeeded')}</Text>}
        <DialogFooter onClose={onClose} closeText={t('common:close')}>
          {mayWrite && (
            <Button
              loading={isBusy}
              disabled={isWaiting || conflicts > 0 || (draft?.changes.length ?? 0) === 0}
              onClick={() => void publish()}
            >
              {t('publish')}
            </Button>
          )}
        </DialogFooter>
      </Stack>
    </Drawer>
  );
}

/** Actions on the changes of a draft, one after the other. */
interface Review {
  readonly setBusy: (next: boolean) => void;
  readonly documentId: Props['documentId'];
  readonly onPublish: Props['onPublish'];
  readonly onClose: Props['onClose'];
}

function useDecisions({ setBusy, documentId, onPublish, onClose }: Review) {
  const client = useClient();
  const { tellProblem } = useTell();
  const finish = async (work: Promise<Outcome<unknown>>) => {
    setBusy(true);
    const outcome = await work;
    setBusy(false);
    if (!outcome.isDone) tellProblem(outcome.problem);
    draftChanged();
  };
  const drop = async (entry: DraftChange) =>
    finish(change(client, dropDraftChanges, { documentId, changeIds: [entry.id] }));
  const keep = async (entry: DraftChange) =>
    finish(
      change(client, keepDraftChange, {
        documentId,
        changeId: entry.id,
        conflictVersion: entry.conflict?.version ?? '',
      }),
    );
  const publish = async () => {
    setBusy(true);
    const isDone = await onPublish();
    setBusy(false);
    if (isDone) onClose();
  };
  return { drop, keep, publish };
}

interface ElementChangesProps {
  readonly changes: readonly DraftChange[];
  readonly isBusy: boolean;
  readonly onDrop: (entry: DraftChange) => Promise<void>;
  readonly onKeep: (entry: DraftChange) => Promise<void>;
}

function ElementChanges({ changes, isBusy, onDrop, onKeep }: ElementChangesProps) {
  const { mayWrite } = useRights();
  return (
    <section>
      <ElementTitle change={changes[0]} />
      <ul className="plain-list draft-list">
        {changes.map((entry) => (
          <DraftEntry
            key={entry.id}
            entry={entry}
            isBusy={isBusy}
            onDrop={mayWrite ? () => void onDrop(entry) : null}
            onKeep={() => void onKeep(entry)}
          />
        ))}
      </ul>
    </section>
  );
}

function ElementTitle({ change: entry }: { readonly change: DraftChange | undefined }) {
  const { t } = useTranslation('draft');
  const names = useElementNames();
  const element = entry?.element ?? null;
  const page = element?.pageOrder ?? 0;
  const own = element === null ? '' : names.name(element.name.slice(0, 100));
  const number = t('page', { number: page });
  const text =
    element === null
      ? t('gone')
      : element.type === 'DOCUMENT'
        ? t('document')
        : element.type === 'ZONE'
          ? `${number} · ${own}`
          : own === number
            ? number
            : `${number} · ${own}`;
  return (
    <Group gap="xs" mb={4}>
      <Title order={3} size="h6" className="any-text">
        {text}
      </Title>
    </Group>
  );
}

/** By element, in the order of the print. */
function grouped(changes: readonly DraftChange[]): readonly (readonly [string, readonly DraftChange[]])[] {
  const ids = [...new Set(changes.map(({ element }) => element?.id ?? ''))];
  return ids.map((id) => [id, changes.filter(({ element }) => (element?.id ?? '') === id)]);
}
