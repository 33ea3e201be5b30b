/** Comparisons that are shared at the moment; nothing where there are none. */
import { Paper, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LinkList } from '../../parts/LinkList';
import { useLinks } from './use-links';

export function SharedLinks() {
  const { t } = useTranslation('compare');
  const { links, revoke } = useLinks();
  if (links.length === 0) return null;
  return (
    <Paper withBorder p="md" radius="lg" component="section">
      <Title order={2} size="h4" mb="sm">
        {t('share.shared')}
      </Title>
      <LinkList links={links} onRevoke={(id) => void revoke(id)} />
    </Paper>
  );
}
