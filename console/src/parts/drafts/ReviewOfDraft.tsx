/** The review of a draft by somebody who has not edited it: asked for, approved, refused with a reason. */
import { Button, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Outcome } from '../../api/change';
import type { Problem } from '../../api/graphql';
import { useFormats } from '../../i18n/format';
import { FormDialog } from '../dialogs/FormDialog';
import { mistakeAt, restOf } from '../editing/mistakes';
import type { DraftHead } from './draft-documents';
import type { DocumentDraft } from './use-draft-of';

/** Of a reason, in characters. */
const LONGEST_REASON = 2000;

interface ButtonsProps {
  readonly draft: DraftHead;
  readonly document: Pick<DocumentDraft, 'isBusy' | 'askForReview' | 'approve' | 'refuse'>;
}

export function ReviewButtons({ draft, document }: ButtonsProps) {
  const { t } = useTranslation('draft');
  const [isRefusing, setRefusing] = useState(false);
  const { isBusy, approve, refuse } = document;
  const state = draft.review?.state;
  const isOpen = state === 'ASKED' || state === 'APPROVED';
  const button = { size: 'compact-sm', disabled: isBusy } as const;
  return (
    <>
      {!isOpen && draft.changeCount > 0 && (
        <Button {...button} variant="default" onClick={() => void document.askForReview()}>
          {t('askForReview')}
        </Button>
      )}
      {state === 'ASKED' && draft.mayDecide && (
        <Button {...button} onClick={() => void approve()}>
          {t('approve')}
        </Button>
      )}
      {isOpen && draft.mayDecide && (
        <Button {...button} variant="default" onClick={() => setRefusing(true)}>
          {t('refuse')}
        </Button>
      )}
      {isRefusing && <RefusalDialog onClose={() => setRefusing(false)} onRefuse={refuse} />}
    </>
  );
}

interface RefusalProps {
  readonly onClose: () => void;
  readonly onRefuse: (reason: string) => Promise<Outcome<unknown>>;
}

function RefusalDialog({ onClose, onRefuse }: RefusalProps) {
  const { t } = useTranslation('draft');
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const send = async () => {
    const outcome = await onRefuse(reason);
    setProblem(outcome.isDone ? null : outcome.problem);
    if (outcome.isDone) onClose();
  };
  return (
    <FormDialog
      title={t('refuseTitle')}
      action={t('refuseAction')}
      isReady={reason.trim() !== ''}
      problem={restOf(problem, ['reason'])}
      onClose={onClose}
      onSend={send}
    >
      <Textarea
        label={t('reason')}
        description={t('reasonText')}
        autosize
        minRows={3}
        maxLength={LONGEST_REASON}
        value={reason}
        error={mistakeAt(problem, 'reason')}
        onChange={(event) => setReason(event.currentTarget.value)}
        dir="auto"
        data-autofocus
      />
    </FormDialog>
  );
}

interface WordsProps {
  readonly draft: DraftHead;
  readonly needsApproval: boolean;
}

/** State of the review, or that one is needed. */
export function ReviewWords({ draft: { review }, needsApproval }: WordsProps) {
  const { t } = useTranslation('draft');
  const { dateTime } = useFormats();
  if (review === null) {
    return needsApproval ? <Text size="xs">{t('approvalNeeded')}</Text> : null;
  }
  const { state, askedBy, askedAt, decidedBy, decidedAt, reason, voidedBy } = review;
  const [asker, decider, voider] = [askedBy, decidedBy ?? '', voidedBy ?? ''].map((user) =>
    user.slice(0, 100),
  );
  const date = dateTime(state === 'ASKED' || decidedAt === null ? askedAt : decidedAt);
  const words = {
    ASKED: t('reviewAsked', { user: asker, date }),
    APPROVED: t('reviewApproved', { user: decider, date }),
    REFUSED: t('reviewRefused', { user: decider, date }),
    VOID: t('reviewVoid', { user: decider, other: voider }),
  };
  const isBad = state === 'REFUSED' || state === 'VOID';
  return (
    <Text
      size="xs"
      fw={600}
      className="any-text"
      role="status"
      {...(isBad ? { c: 'var(--mantine-color-error)' } : {})}
    >
      {words[state]}
      {state === 'REFUSED' && <span className="draft-reason"> {reason}</span>}
    </Text>
  );
}
