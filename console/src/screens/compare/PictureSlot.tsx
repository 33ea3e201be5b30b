/** One of the two pictures: dropped, chosen from the disk, or a page of the library. */
import { ActionIcon, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { IconBooks, IconFileTypePdf, IconPhotoPlus, IconX } from '../../parts/icons/icons';
import { type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isPdf, type Side } from './comparison';
import { PagePicker } from './pages/PagePicker';

/** Of those that can be compared, what every browser shows. */
const TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'application/pdf'];

interface Props {
  readonly label: string;
  readonly side: Side | null;
  readonly onChange: (side: Side | null) => void;
}

export function PictureSlot({ label, side, onChange }: Props) {
  const { t } = useTranslation('compare');
  const [isPicking, setPicking] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const open = useRef<() => void>(null);
  const take = ([file]: File[]) => {
    setRefused(false);
    if (file !== undefined) onChange({ kind: 'file', file, url: URL.createObjectURL(file), name: file.name });
  };
  return (
    <Paper withBorder p="sm" radius="lg" className="slot">
      <Group justify="space-between" mb="xs" wrap="nowrap">
        <Text fw={600}>{label}</Text>
        {side !== null && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('slot.remove')}
            onClick={() => onChange(null)}
          >
            <IconX size={18} aria-hidden />
          </ActionIcon>
        )}
      </Group>
      {side === null ? (
        <SlotDrop
          onFiles={take}
          onRefused={setRefused}
          open={open}
          label={label}
          onPicking={setPicking}
          isRefused={isRefused}
        />
      ) : (
        <figure className="slot-figure">
          {isPdf(side) ? (
            <div className="slot-pdf">
              <IconFileTypePdf size={56} stroke={1.2} aria-hidden />
            </div>
          ) : (
            <img src={side.url} alt={nameOf(side, t)} />
          )}
          <figcaption className="one-line">{nameOf(side, t)}</figcaption>
        </figure>
      )}
      <PagePicker
        isOpen={isPicking}
        onClose={() => setPicking(false)}
        onPick={(picked) => {
          setPicking(false);
          onChange(picked);
        }}
      />
    </Paper>
  );
}

interface SlotDropProps {
  readonly onFiles: ([file]: File[]) => void;
  readonly onRefused: (next: boolean) => void;
  readonly open: RefObject<(() => void) | null>;
  readonly label: Props['label'];
  readonly onPicking: (next: boolean) => void;
  readonly isRefused: boolean;
}

function SlotDrop({ onFiles, onRefused, open, label, onPicking, isRefused }: SlotDropProps) {
  const { t } = useTranslation('compare');
  return (
    <Dropzone
      onDrop={onFiles}
      onReject={() => onRefused(true)}
      accept={TYPES}
      multiple={false}
      openRef={open}
      activateOnClick={false}
      enablePointerEvents
      className="slot-drop"
      inputProps={{ 'aria-label': label }}
      tabIndex={-1}
    >
      <Stack align="center" justify="center" gap="xs" mih={220}>
        <IconPhotoPlus size={44} stroke={1.3} aria-hidden />
        <Text ta="center">{t('slot.drop')}</Text>
        <Group justify="center" gap="xs">
          <Button variant="light" onClick={() => open.current?.()}>
            {t('slot.choose')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconBooks size={16} aria-hidden />}
            onClick={() => onPicking(true)}
          >
            {t('slot.library')}
          </Button>
        </Group>
        {isRefused && (
          <Text c="var(--mantine-color-error)" size="sm" role="alert">
            {t('slot.refused')}
          </Text>
        )}
      </Stack>
    </Dropzone>
  );
}

export function nameOf(
  side: Side,
  t: (key: 'page', values: { name: string; page: number }) => string,
): string {
  return side.kind === 'file' ? side.name : t('page', { name: side.name, page: side.page });
}
