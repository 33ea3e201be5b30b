/** Above what is edited: whether it reaches readers at once, or is collected in a draft, and what becomes of that. */
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverAddress } from '../../api/own-path';
import { useRights } from '../../api/session';
import { useFormats } from '../../i18n/format';
import { Confirm } from '../dialogs/Confirm';
import { IconStack2 } from '../icons/icons';
import { useCommands } from '../search/commands';
import { DraftReview } from './DraftReview';
import { DateWords, DraftDate } from './DraftDate';
import type { DraftHead } from './draft-documents';
import './drafts.css';
import { ReviewButtons, ReviewWords } from './ReviewOfDraft';
import { type DocumentDraft, useDraftOf } from './use-draft-of';

export function DraftBar({ documentId }: { readonly documentId: string }) {
  const { t } = useTranslation(['draft', 'administration']);
  const { mayWrite } = useRights();
  const document = useDraftOf(documentId);
  const [dialog, setDialog] = useState<'review' | 'discard' | 'date' | null>(null);
  const { draft, isActive, isBusy, needsApproval, publish, discard } = document;
  const tryToPublish = async () => {
    if (!(await publish())) setDialog('review');
  };
  const mayStart = mayWrite && isActive && draft === null;
  const isWaiting = needsApproval && draft?.review?.state !== 'APPROVED';
  const mayPublish = mayWrite && draft != null && draft.changeCount > 0 && !isBusy && !isWaiting;
  useCommands([
    ...(mayStart ? [{ name: t('start'), run: () => void document.start() }] : []),
    ...(mayPublish ? [{ name: t('publish'), run: () => void tryToPublish() }] : []),
  ]);
  if (draft === undefined) return null;
  if (draft === null) return mayStart ? <NoDraft document={document} /> : null;
  const isEmpty = draft.changeCount === 0;
  return (
    <section className="draft-bar" data-draft="true" aria-label={t('name')}>
      <DraftWords draft={draft} needsApproval={needsApproval} />
      <Group gap="xs">
        <Button size="compact-sm" variant="default" disabled={isEmpty} onClick={() => setDialog('review')}>
          {t('review')}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          component="a"
          href={serverAddress(`/scan#draft=${documentId}`)}
          target="_blank"
        >
          {t('try')}
        </Button>
        {mayWrite && (
          <>
            <ReviewButtons draft={draft} document={document} />
            <Ends
              {...{ isEmpty, isWaiting, isBusy }}
              onPublish={() => void tryToPublish()}
              onDate={() => setDialog('date')}
              onDiscard={() => (isEmpty ? void discard() : setDialog('discard'))}
            />
          </>
        )}
      </Group>
      {dialog === 'review' && (
        <DraftReview {...{ documentId, isWaiting }} onClose={() => setDialog(null)} onPublish={publish} />
      )}
      {dialog === 'date' && (
        <DraftDate
          publishAt={draft.publishAt}
          onClose={() => setDialog(null)}
          onSet={document.schedule}
          onCancel={document.unschedule}
        />
      )}
      {dialog === 'discard' && (
        <Confirm
          text={t('discardText', { count: draft.changeCount })}
          action={t('discard')}
          onClose={() => setDialog(null)}
          onYes={discard}
        />
      )}
    </section>
  );
}

/** Changes reach readers at once; a draft would collect them. */
function NoDraft({ document }: { readonly document: DocumentDraft }) {
  const { t } = useTranslation('draft');
  const { needsApproval, isBusy, start } = document;
  return (
    <div className="draft-bar" data-draft="false">
      <Text size="sm" c="dimmed">
        {t(needsApproval ? 'directNot' : 'direct')}
      </Text>
      <Button size="compact-sm" variant="default" loading={isBusy} onClick={() => void start()}>
        {t('start')}
      </Button>
    </div>
  );
}

interface EndsProps {
  readonly isEmpty: boolean;
  /** For somebody's approval. */
  readonly isWaiting: boolean;
  readonly isBusy: boolean;
  readonly onPublish: () => void;
  readonly onDate: () => void;
  readonly onDiscard: () => void;
}

/** The ways in which a draft ends: now, at a date, or never published. */
function Ends({ isEmpty, isWaiting, isBusy, onPublish, onDate, onDiscard }: EndsProps) {
  const { t } = useTranslation('draft');
  return (
    <>
      <Button size="compact-sm" disabled={isEmpty || isWaiting} loading={isBusy} onClick={onPublish}>
        {t('publish')}
      </Button>
      <Button size="compact-sm" variant="default" disabled={isEmpty || isBusy} onClick={onDate}>
        {t('date')}
      </Button>
      <Button size="compact-sm" variant="subtle" color="red" disabled={isBusy} onClick={onDiscard}>
        {t('discard')}
      </Button>
    </>
  );
}

interface DraftWordsProps {
  readonly draft: DraftHead;
  readonly needsApproval: boolean;
}

function DraftWords({ draft, needsApproval }: DraftWordsProps) {
  const { t } = useTranslation(['draft', 'administration']);
  const { dateTime } = useFormats();
  return (
    <div className="draft-words">
      <Group gap={8} wrap="nowrap" align="flex-start">
        <IconStack2 size={18} aria-hidden className="draft-sign" />
        <Text size="sm" fw={600} role="status">
          {t('count', { count: draft.changeCount })}
        </Text>
      </Group>
      <Text size="xs" className="any-text">
        {t('by', { user: draft.user.slice(0, 100), date: dateTime(draft.createdAt) })}
      </Text>
      <ReviewWords draft={draft} needsApproval={needsApproval} />
      <DateWords draft={draft} />
    </div>
  );
}
