/** How many differences are ignored, and the way back. */
import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export function Ignored({ count, onShow }: { readonly count: number; readonly onShow: () => void }) {
  const { t } = useTranslation('compare');
  return (
    <Group gap="xs" mb="md">
      <Text size="sm">{t('ignored.count', { count })}</Text>
      <Button size="compact-sm" variant="subtle" onClick={onShow}>
        {t('ignored.show')}
      </Button>
    </Group>
  );
}
