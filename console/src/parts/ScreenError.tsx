/** A screen that broke: says so, and offers to load it again. Nothing typed is lost, drafts are kept. */
import { Button } from '@mantine/core';
import { IconBandage } from './icons/icons';
import { useTranslation } from 'react-i18next';
import { LoginRefused } from '../api/session';
import { EmptyState } from './EmptyState';

/** @param error what was thrown; the server’s own sentence is shown where it has one */
export function ScreenError({ error }: { readonly error?: unknown }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={IconBandage}
      title={t('broken.title')}
      text={error instanceof LoginRefused ? error.message : t('broken.text')}
    >
      <Button onClick={() => window.location.reload()}>{t('broken.reload')}</Button>
    </EmptyState>
  );
}
