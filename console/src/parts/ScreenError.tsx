/** A screen that broke: says so, and offers to load it again. Nothing typed is lost, drafts are kept. */
import { Button } from '@mantine/core';
import { IconBandage } from './icons/icons';
import { useTranslation } from 'react-i18next';
import { EmptyState } from './EmptyState';

export function ScreenError() {
  const { t } = useTranslation();
  return (
    <EmptyState icon={IconBandage} title={t('broken.title')} text={t('broken.text')}>
      <Button onClick={() => window.location.reload()}>{t('broken.reload')}</Button>
    </EmptyState>
  );
}
