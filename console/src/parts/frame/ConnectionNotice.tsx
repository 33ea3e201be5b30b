/** A notice for as long as the connection is lost. */
import { Alert } from '@mantine/core';
import { IconPlugConnectedX } from '../icons/icons';
import { useTranslation } from 'react-i18next';
import { connection } from '../../api/connection';
import { useStore } from '../../api/store';

export function ConnectionNotice() {
  const { t } = useTranslation();
  const isLost = useStore(connection.isLost);
  if (!isLost) return null;
  return (
    <Alert
      role="status"
      color="orange"
      variant="light"
      radius={0}
      className="connection-notice"
      icon={<IconPlugConnectedX aria-hidden />}
      title={t('connection.title')}
    >
      {t('connection.text')}
    </Alert>
  );
}
