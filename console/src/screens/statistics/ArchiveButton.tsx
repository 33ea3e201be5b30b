/** Every recognition of a document with its clicks, as a ZIP of two tables. */
import { Button } from '@mantine/core';
import { IconFileZip } from '../../parts/icons/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { change } from '../../api/change';
import { useTell } from '../../parts/tell';
import { saveFrom } from '../../parts/editing/save';
import { archiveProgress, createArchive } from './statistics';

interface Props {
  readonly documentId: string;
  readonly from: string;
  readonly to: string;
}

export function ArchiveButton({ documentId, from, to }: Props) {
  const { t } = useTranslation('statistics');
  const client = useClient();
  const { tellProblem } = useTell();
  const [isBusy, setBusy] = useState(false);
  const make = async () => {
    setBusy(true);
    const outcome = await change(client, createArchive, { documentId, from, to });
    if (!outcome.isDone) {
      setBusy(false);
      tellProblem(outcome.problem);
      return;
    }
    const progress = client
      .subscription(archiveProgress, { id: outcome.value.id })
      .subscribe(({ data, error }) => {
        const archive = data?.archiveProgress;
        const reason = archive?.failureReason ?? error?.message;
        if (archive?.url == null && reason === undefined) return;
        setBusy(false);
        if (archive?.url != null) saveFrom(archive.url, `${t('file')}.zip`);
        else tellProblem({ code: 'ARCHIVE', message: reason ?? '' });
        queueMicrotask(() => progress.unsubscribe());
      });
  };
  return (
    <Button
      variant="default"
      loading={isBusy}
      leftSection={<IconFileZip size={18} aria-hidden />}
      onClick={() => void make()}
    >
      {t('archive')}
    </Button>
  );
}
