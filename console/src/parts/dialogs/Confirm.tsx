/** Asks before what cannot be taken back. */
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from './Dialog';
import { DialogFooter } from './DialogFooter';

interface Props {
  readonly text: string;
  /** On the button that does it. */
  readonly action: string;
  readonly onClose: () => void;
  readonly onYes: () => Promise<void>;
}

export function Confirm({ text, action, onClose, onYes }: Props) {
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    await onYes();
    onClose();
  };
  return (
    <Dialog onClose={onClose} title={action} role="alertdialog" aria-label={action}>
      <Text className="any-text">{text}</Text>
      <DialogFooter onClose={onClose} isCloseFirst>
        <Button color="red.9" loading={isBusy} onClick={() => void send()}>
          {action}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
