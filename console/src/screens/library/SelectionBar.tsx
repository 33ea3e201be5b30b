/** Actions on everything that is selected. */
import { Button, CloseButton, Group, Paper, Text } from '@mantine/core';
import { IconEye, IconEyeOff, IconFolderSymlink, IconTrash } from '../../parts/icons/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOneAtATime } from '../../parts/one-at-a-time';
import { MoveDialog } from './MoveDialog';
import { useLibraryOperations } from './operations';
import type { Selection } from './selection';

export function SelectionBar({ selection }: { readonly selection: Selection }) {
  const { t } = useTranslation('library');
  const { throwAway, setStatus } = useLibraryOperations();
  const [isMoving, setMoving] = useState(false);
  const { items, clear, all } = selection;
  const then = (isDone: boolean) => {
    if (isDone) clear();
  };
  const trash = useOneAtATime(async () => then(await throwAway(items)));
  if (items.length === 0) return null;
  const documentIds = items.filter(({ __typename }) => __typename === 'Document').map(({ id }) => id);
  return (
    <Paper
      component="section"
      aria-label={t('selection')}
      className="selection-bar"
      shadow="md"
      withBorder
      p="xs"
    >
      <Group gap="xs" wrap="wrap">
        <CloseButton aria-label={t('clearSelection')} onClick={clear} />
        <Text size="sm" fw={600} role="status">
          {t('selected', { count: items.length })}
        </Text>
        <Button size="compact-sm" variant="subtle" onClick={all}>
          {t('selectAll')}
        </Button>
        <Button
          size="xs"
          variant="light"
          leftSection={<IconFolderSymlink size={16} aria-hidden />}
          onClick={() => setMoving(true)}
        >
          {t('move')}
        </Button>
        {documentIds.length > 0 && (
          <StatusButtons onStatus={setStatus} documentIds={documentIds} onDone={then} />
        )}
        <Button
          size="xs"
          variant="light"
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={trash}
        >
          {t('trash')}
        </Button>
      </Group>
      {isMoving && <MoveDialog items={items} onClose={() => setMoving(false)} onMoved={clear} />}
    </Paper>
  );
}

interface StatusButtonsProps {
  readonly onStatus: ReturnType<typeof useLibraryOperations>['setStatus'];
  readonly documentIds: string[];
  readonly onDone: (isDone: boolean) => void;
}

function StatusButtons({ onStatus, documentIds, onDone }: StatusButtonsProps) {
  const { t } = useTranslation('library');
  const set = useOneAtATime(async (status: 'ACTIVE' | 'INACTIVE') =>
    onDone(await onStatus(documentIds, status)),
  );
  return (
    <>
      <Button
        size="xs"
        variant="light"
        leftSection={<IconEye size={16} aria-hidden />}
        onClick={(event) => set(event, 'ACTIVE')}
      >
        {t('activate')}
      </Button>
      <Button
        size="xs"
        variant="light"
        leftSection={<IconEyeOff size={16} aria-hidden />}
        onClick={(event) => set(event, 'INACTIVE')}
      >
        {t('deactivate')}
      </Button>
    </>
  );
}
