/** A picture: its thumbnail, name and keywords, and what can be done with it. */
import { ActionIcon, Badge, Group, Paper, Text } from '@mantine/core';
import { IconPalette, IconPencil, IconTrash } from '../../parts/icons/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PictureRow } from './pictures';

interface FrameProps {
  readonly picture: Pick<PictureRow, 'name' | 'keywords' | 'bigThumbnailUrl'>;
  /** Beside the name. */
  readonly sign?: ReactNode;
  readonly children?: ReactNode;
}

export function PictureFrame({ picture, sign, children }: FrameProps) {
  return (
    <Paper
      withBorder
      radius="lg"
      p="sm"
      component="article"
      aria-label={picture.name}
      className="picture-card"
    >
      {picture.bigThumbnailUrl !== null && (
        <img className="picture-thumbnail" src={picture.bigThumbnailUrl} alt="" loading="lazy" />
      )}
      <Group mt="xs" gap="xs" wrap="nowrap" justify="space-between">
        <Text fw={600} className="one-line" title={picture.name}>
          {picture.name}
        </Text>
        {sign}
      </Group>
      <Group gap={4} my={6}>
        {picture.keywords.map((keyword) => (
          <Badge key={keyword} variant="default" tt="none" maw="100%">
            {keyword}
          </Badge>
        ))}
      </Group>
      {children}
    </Paper>
  );
}

interface Props {
  readonly picture: PictureRow;
  readonly mayWrite: boolean;
  readonly onColors: () => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

export function PictureCard({ picture, mayWrite, onColors, onEdit, onRemove }: Props) {
  const { t } = useTranslation('pictures');
  const { name } = picture;
  const { isRecognizable } = picture.recognizability;
  const tools = [
    { label: t('likeColorsOf', { name }), Icon: IconPalette, act: onColors, isOffered: isRecognizable },
    { label: t('editOf', { name }), Icon: IconPencil, act: onEdit, isOffered: mayWrite },
    { label: t('removeOf', { name }), Icon: IconTrash, act: onRemove, isOffered: mayWrite },
  ];
  return (
    <PictureFrame picture={picture}>
      {!isRecognizable && (
        <Text size="sm" c="var(--mantine-color-error)" mb={6}>
          {t('unrecognizable')}
        </Text>
      )}
      <Group gap={4} wrap="nowrap" className="picture-tools">
        {tools.map(({ label, Icon, act, isOffered }) =>
          isOffered ? (
            <ActionIcon
              key={label}
              variant="subtle"
              color="gray"
              size="lg"
              title={label}
              aria-label={label}
              onClick={act}
            >
              <Icon size={20} aria-hidden />
            </ActionIcon>
          ) : null,
        )}
      </Group>
    </PictureFrame>
  );
}
