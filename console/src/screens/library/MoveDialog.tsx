/** Chooses where things go: the way of keyboard and touch for what the mouse does by dragging. */
import { Button, ScrollArea, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../parts/dialogs/Dialog';
import { DialogFooter } from '../../parts/dialogs/DialogFooter';
import { useQueryData } from '../../api/query';
import type { LibraryItem } from './documents';
import { placeQuery } from './documents';
import { FolderTree } from './FolderTree';
import { useLibraryOperations } from './operations';

interface Props {
  readonly items: readonly LibraryItem[];
  readonly onClose: () => void;
  readonly onMoved?: () => void;
}

export function MoveDialog({ items, onClose, onMoved }: Props) {
  const { t } = useTranslation('library');
  const { move } = useLibraryOperations();
  const [placeId, setPlaceId] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [{ data }] = useQueryData({
    query: placeQuery,
    variables: { id: placeId ?? '' },
    pause: placeId === null,
  });
  const place = placeId !== null && data?.place != null && 'name' in data.place ? data.place : null;
  const send = async () => {
    if (place === null) return;
    setBusy(true);
    const isMoved = await move(items, place.id, place.name);
    setBusy(false);
    if (!isMoved) return;
    onMoved?.();
    onClose();
  };
  return (
    <Dialog onClose={onClose} title={t('moveTitle', { count: items.length })}>
      <Text c="dimmed" size="sm" mb="xs">
        {t('moveText')}
      </Text>
      <ScrollArea.Autosize mah={360} type="auto">
        <FolderTree
          currentId={placeId ?? ''}
          onOpen={setPlaceId}
          without={new Set(items.map(({ id }) => id))}
        />
      </ScrollArea.Autosize>
      <DialogFooter onClose={onClose}>
        <Button loading={isBusy} disabled={place === null} onClick={() => void send()}>
          {t('moveHere')}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
