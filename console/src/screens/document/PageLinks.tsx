/** Where one goes on from a page: to its zones, and to what a reader sees. */
import { Button, Group } from '@mantine/core';
import { IconDeviceMobile, IconSquareDashed } from '../../parts/icons/icons';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

export function PageLinks({ pageId }: { readonly pageId: string }) {
  const { t } = useTranslation('document');
  const zones: string = `/pages/${pageId}`;
  const preview: string = `/pages/${pageId}/preview`;
  return (
    <Group gap="xs">
      <Button
        component={Link}
        to={zones}
        size="xs"
        variant="light"
        leftSection={<IconSquareDashed size={16} aria-hidden />}
      >
        {t('zones')}
      </Button>
      <Button
        component={Link}
        to={preview}
        size="xs"
        variant="light"
        leftSection={<IconDeviceMobile size={16} aria-hidden />}
      >
        {t('preview')}
      </Button>
    </Group>
  );
}
