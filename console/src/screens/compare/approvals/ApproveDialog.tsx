/** Approves a comparison: what was accepted is kept for good, and shown by a link. */
import { Alert, Button, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../parts/dialogs/Dialog';
import { useChange } from '../../../api/change';
import type { Problem } from '../../../api/graphql';
import { CopyField } from '../../../parts/Copy';
import { DialogFooter } from '../../../parts/dialogs/DialogFooter';
import { IconCircleCheck } from '../../../parts/icons/icons';
import { ProblemNotice } from '../../../parts/ProblemNotice';
import { approveComparison } from './approvals';

interface Props {
  readonly keptId: string;
  readonly onApproved: () => void;
  readonly onClose: () => void;
}

export function ApproveDialog({ keptId, onApproved, onClose }: Props) {
  const { t } = useTranslation('compare');
  const approve = useChange(approveComparison);
  const [comment, setComment] = useState('');
  const [url, setUrl] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const sign = async () => {
    setIsBusy(true);
    const outcome = await approve({ keptId, comment });
    setIsBusy(false);
    setProblem(outcome.isDone ? null : outcome.problem);
    if (!outcome.isDone) return;
    setUrl(outcome.value.url);
    onApproved();
  };
  return (
    <Dialog onClose={onClose} title={t('approve.title')} size="lg">
      {url === null ? (
        <Stack gap="md">
          <Text size="sm">{t('approve.text')}</Text>
          <Textarea
            label={t('approve.comment')}
            value={comment}
            maxLength={2000}
            autosize
            minRows={2}
            onChange={({ currentTarget: { value } }) => setComment(value)}
          />
          {problem !== null && <ProblemNotice problem={problem} />}
          <DialogFooter onClose={onClose}>
            <Button loading={isBusy} onClick={() => void sign()}>
              {t('approve.sign')}
            </Button>
          </DialogFooter>
        </Stack>
      ) : (
        <Approved url={url} />
      )}
    </Dialog>
  );
}

function Approved({ url }: { readonly url: string }) {
  const { t } = useTranslation('compare');
  return (
    <Stack gap="md">
      <Alert color="green" variant="light" icon={<IconCircleCheck aria-hidden />} title={t('approve.done')}>
        {t('approve.doneText')}
      </Alert>
      <CopyField label={t('approve.link')} url={url} />
    </Stack>
  );
}
