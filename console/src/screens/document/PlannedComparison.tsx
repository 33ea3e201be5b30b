/** A page of the new file beside the one that it continues, with what differs. */
import { Button } from '@mantine/core';
import { Dialog } from '../../parts/dialogs/Dialog';
import { IconArrowBackUp } from '../../parts/icons/icons';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { change, problemOf } from '../../api/change';
import type { Problem } from '../../api/graphql';
import { Loading } from '../../parts/Loading';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { comparedPage, type Side, sideOfPage } from '../compare/comparison';
import { Comparing } from '../compare/Comparing';
import { drawNewPage } from './documents';

export interface ComparedPages {
  /** Place in the new file, from 1. */
  readonly page: number;
  readonly imageId: string;
}

interface Props extends ComparedPages {
  readonly documentId: string;
  readonly uploadId: string;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

export function PlannedComparison({ documentId, uploadId, page, imageId, onBack, onClose }: Props) {
  const { t } = useTranslation('document');
  const client = useClient();
  const [sides, setSides] = useState<readonly [Side, Side] | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    let isOver = false;
    let url: string | null = null;
    const load = async () => {
      const [old, drawn] = await Promise.all([
        client.query(comparedPage, { id: imageId }).toPromise(),
        change(client, drawNewPage, { id: documentId, uploadId, page }),
      ]);
      if (isOver) return;
      if (!drawn.isDone) return setProblem(drawn.problem);
      if (old.error !== undefined) return setProblem(problemOf(old.error));
      if (old.data?.node?.__typename !== 'Image') return onBack();
      const bytes = Uint8Array.from(atob(drawn.value.picture), (sign) => sign.charCodeAt(0));
      const name = `${t('newPage')}, ${t('pageNumber', { number: page })}`;
      const file = new File([bytes], 'page.jpg', { type: 'image/jpeg' });
      url = URL.createObjectURL(file);
      setSides([sideOfPage(old.data.node), { kind: 'file', file, url, name }]);
    };
    void load();
    return () => {
      isOver = true;
      if (url !== null) URL.revokeObjectURL(url);
    };
    // The way back and the words change nothing of the pictures.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [client, documentId, uploadId, page, imageId]);
  return (
    <Dialog onClose={onClose} title={t('comparePage', { number: page })} size="90rem">
      <Button
        variant="default"
        mb="md"
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        onClick={onBack}
        data-autofocus
      >
        {t('backToPlan')}
      </Button>
      {problem !== null && <ProblemNotice problem={problem} />}
      {problem === null && (sides === null ? <Loading /> : <Comparing sides={sides} />)}
    </Dialog>
  );
}
