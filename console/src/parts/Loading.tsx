/** While a screen or a part of it comes: the shape of what will stand there, which nobody takes for content. */
import { Skeleton, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Widths of the lines, in percent, as a heading and paragraphs have them. */
const LINES = [38, 92, 84, 96, 60, 88];
const LINE_PX = 40;

export function Loading({ height = 240 }: { readonly height?: number }) {
  const { t } = useTranslation();
  const lines = LINES.slice(0, Math.max(1, Math.floor(height / LINE_PX)));
  return (
    <Stack h={height} gap="md" p="md" role="status" aria-label={t('loading')}>
      {lines.map((width, at) => (
        <Skeleton key={at} height={at === 0 ? 24 : 14} width={`${width}%`} radius="sm" aria-hidden />
      ))}
    </Stack>
  );
}
