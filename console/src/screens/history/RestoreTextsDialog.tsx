/** Asks before titles, actions, zones and languages become what they were: each value as it is and as it will be. */
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../parts/dialogs/Dialog';
import { problemOf } from '../../api/change';
import { useQuery } from '../../api/query';
import { DialogFooter } from '../../parts/dialogs/DialogFooter';
import { Loading } from '../../parts/Loading';
import { ChangeList } from '../../parts/log/ChangeList';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { textsToRestore } from './history-documents';

interface Props {
  readonly changeId: string;
  readonly isBefore: boolean;
  readonly onClose: () => void;
  readonly onYes: () => Promise<void>;
}

export function RestoreTextsDialog({ changeId, isBefore, onClose, onYes }: Props) {
  const { t } = useTranslation('history');
  const [isBusy, setBusy] = useState(false);
  const [{ data, error }] = useQuery({
    query: textsToRestore,
    variables: { changeId, isBefore },
    requestPolicy: 'network-only',
  });
  const title = t(isBefore ? 'backBefore' : 'back');
  const send = async () => {
    setBusy(true);
    await onYes();
    onClose();
  };
  const found = data?.textsToRestore;
  const isNothing = found?.count === 0;
  return (
    <Dialog onClose={onClose} title={title}>
      {error !== undefined && <ProblemNotice problem={problemOf(error)} />}
      {found === undefined && error === undefined && <Loading shape="rows" />}
      {found !== undefined && (
        <>
          <Text size="sm" mb="sm">
            {isNothing ? t('same') : t('willChange', { count: found.count })}
          </Text>
          <ChangeList entry={found} isNew={false} isPlaced />
          {found.leftOut > 0 && (
            <Text size="sm" mt="sm">
              {t('leftOut', { count: found.leftOut })}
            </Text>
          )}
        </>
      )}
      <DialogFooter onClose={onClose}>
        <Button
          loading={isBusy}
          disabled={found === undefined || isNothing}
          onClick={() => void send()}
          data-autofocus
        >
          {title}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
