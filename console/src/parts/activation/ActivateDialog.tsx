/** Before a document is activated: what it takes, what is missing, and which pages could be taken for others. */
import { Anchor, Button, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../dialogs/Dialog';
import { DialogFooter } from '../dialogs/DialogFooter';
import { problemOf } from '../../api/change';
import { useQuery } from '../../api/query';
import { Loading } from '../Loading';
import { ProblemNotice } from '../ProblemNotice';
import { activationQuery, pagesAlike } from './activation-documents';
import { Checklist } from './Checklist';
import { LookAlikes } from './LookAlikes';

interface Props {
  readonly documentId: string;
  readonly name: string;
  readonly onClose: () => void;
  readonly onActivate: () => Promise<void>;
}

export function ActivateDialog({ documentId, name, onClose, onActivate }: Props) {
  const { t } = useTranslation('activation');
  const [isBusy, setBusy] = useState(false);
  const [{ data, error }, again] = useQuery({
    query: activationQuery,
    variables: { documentId },
    requestPolicy: 'network-only',
  });
  const plan = data?.activationPlan;
  const send = async () => {
    setBusy(true);
    await onActivate();
    onClose();
  };
  const isShort = plan !== undefined && plan.remainingCredit !== null && plan.credits > plan.remainingCredit;
  return (
    <Dialog onClose={onClose} title={t('title', { name: name.slice(0, 100) })} size="lg">
      <Stack gap="sm">
        {data === undefined && error === undefined && <Loading height={120} />}
        {error !== undefined && (
          <ProblemNotice
            problem={problemOf(error)}
            onRetry={() => again({ requestPolicy: 'network-only' })}
          />
        )}
        {plan !== undefined && (
          <Checklist plan={plan} lookAlikes={pagesAlike(data?.activationWarnings ?? [])} />
        )}
        {data !== undefined && <LookAlikes warnings={data.activationWarnings} />}
        <DialogFooter
          onClose={onClose}
          before={
            <Anchor
              component={Link}
              to={`/documents/${documentId}/check`}
              size="sm"
              mr="auto"
              onClick={onClose}
            >
              {t('wholeCheck')}
            </Anchor>
          }
        >
          <Button loading={isBusy} disabled={plan === undefined || isShort} onClick={() => void send()}>
            {t('activate')}
          </Button>
        </DialogFooter>
      </Stack>
    </Dialog>
  );
}
