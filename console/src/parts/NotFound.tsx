/** An address that is no screen, or names nothing that this user may see. */
import { Button } from '@mantine/core';
import { IconMapOff } from './icons/icons';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState } from './EmptyState';

export function NotFound() {
  const { t } = useTranslation();
  return (
    <EmptyState icon={IconMapOff} title={t('notFound.title')} text={t('notFound.text')}>
      <Button component={Link} to="/library">
        {t('notFound.back')}
      </Button>
    </EmptyState>
  );
}
