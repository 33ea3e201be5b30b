/** Says once, for all parts of the screen that could not be read, that something may be missing, and reads them again. */
import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../api/store';
import { unread } from '../../api/unread';

const ID = 'unread';

export function useUnreadNotice(): void {
  const { t } = useTranslation();
  const isUnread = useStore(unread.parts).size > 0;
  useEffect(() => {
    if (!isUnread) return undefined;
    notifications.show({
      id: ID,
      message: (
        <Group justify="space-between" wrap="nowrap" data-part="unread">
          <span>{t('unread')}</span>
          <Button
            size="compact-sm"
            variant="light"
            color="red"
            flex="none"
            onClick={() => unread.readAgain()}
          >
            {t('tryAgain')}
          </Button>
        </Group>
      ),
      color: 'red',
      autoClose: false,
      role: 'alert',
      closeButtonProps: { 'aria-label': t('close') },
    });
    return () => void notifications.hide(ID);
  }, [isUnread, t]);
}
