/** Asks before what cannot be taken back. */
import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  readonly text: string;
  /** On the button that does it. */
  readonly action: string;
  readonly onClose: () => void;
  readonly onYes: () => Promise<void>;
}

export function Confirm({ text, action, onClose, onYes }: Props) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    await onYes();
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={action}
      role="alertdialog"
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Text className="any-text">{text}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('cancel')}
        </Button>
        <Button color="red" loading={isBusy} onClick={() => void send()}>
          {action}
        </Button>
      </Group>
    </Modal>
  );
}
