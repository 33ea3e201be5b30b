/** Asks before a page gets an earlier file back: the page as it is now beside what it will be. */
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../parts/dialogs/Dialog';
import { useQueryData } from '../../api/query';
import { DialogFooter } from '../../parts/dialogs/DialogFooter';
import { type DocumentChange, presentPageQuery } from './history-documents';

interface Props {
  readonly earlierFile: NonNullable<DocumentChange['earlierFile']>;
  readonly onClose: () => void;
  readonly onYes: () => Promise<void>;
}

export function RestorePageDialog({ earlierFile, onClose, onYes }: Props) {
  const { t } = useTranslation('history');
  const [isBusy, setBusy] = useState(false);
  const [{ data }] = useQueryData({ query: presentPageQuery, variables: { id: earlierFile.pageId } });
  const page = data?.node?.__typename === 'Image' ? data.node : null;
  const send = async () => {
    setBusy(true);
    await onYes();
    onClose();
  };
  return (
    <Dialog onClose={onClose} title={t('page')}>
      <Text size="sm">{t('pageText')}</Text>
      <div className="history-pair">
        <Figure url={page?.smallThumbnailUrl ?? null} text={t('pageNow')} />
        <Figure url={earlierFile.thumbnailUrl} text={t('pageThen')} />
      </div>
      <DialogFooter onClose={onClose}>
        <Button loading={isBusy} onClick={() => void send()} data-autofocus>
          {t('page')}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function Figure({ url, text }: { readonly url: string | null; readonly text: string }) {
  return (
    <figure className="history-figure">
      {url === null ? (
        <div className="history-picture" />
      ) : (
        <img src={url} alt="" className="history-picture" />
      )}
      <figcaption>{text}</figcaption>
    </figure>
  );
}
