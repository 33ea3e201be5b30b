/** When the session has ended under an open page: log in again, over the page; what was typed stays. */
import { Anchor, Modal, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { session } from '../../api/session';
import { useStore } from '../../api/store';
import { LoginForm } from '../LoginForm';

export function RenewLogin() {
  const { t } = useTranslation();
  const { status, viewer } = useStore(session.state);
  if (status !== 'ended' || viewer === null) return null;
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('login.ended')}
      zIndex={1000}
      centered
    >
      <Text c="dimmed" mb="md">
        {t('login.endedText')}
      </Text>
      <LoginForm userName={viewer.userName} onDone={() => undefined} />
      <Anchor component="button" type="button" size="sm" mt="md" onClick={() => void session.logOut()}>
        {t('login.somebodyElse')}
      </Anchor>
    </Modal>
  );
}
