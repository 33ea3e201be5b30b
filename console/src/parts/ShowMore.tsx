/** Shows more of a long list. */
import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface ShowMoreProps {
  /** How many are not shown. */
  readonly hidden: number;
  readonly onMore: () => void;
}

export function ShowMore({ hidden, onMore }: ShowMoreProps) {
  const { t } = useTranslation();
  if (hidden <= 0) return null;
  return (
    <Group justify="center" mt="sm">
      <Button variant="default" onClick={onMore}>
        {t('showMore', { count: hidden })}
      </Button>
    </Group>
  );
}
