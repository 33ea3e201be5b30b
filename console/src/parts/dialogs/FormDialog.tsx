/** A form over the screen: its fields, what is wrong with it as a whole, and its buttons. */
import { Button, Modal, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogFooter } from './DialogFooter';
import type { Problem } from '../../api/graphql';
import { ProblemNotice } from '../ProblemNotice';

interface Props {
  readonly title: string;
  readonly action: string;
  readonly isReady?: boolean;
  /** A problem that no field shows. */
  readonly problem: Problem | null;
  readonly children: ReactNode;
  readonly onClose: () => void;
  readonly onSend: () => Promise<unknown>;
}

export function FormDialog({ title, action, isReady = true, problem, children, onClose, onSend }: Props) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    await onSend();
    setBusy(false);
  };
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('close') }}>
      <form onSubmit={(event) => void send(event)}>
        <Stack gap="sm">
          {children}
          {problem !== null && <ProblemNotice problem={problem} />}
          <DialogFooter onClose={onClose}>
            <Button type="submit" loading={isBusy} disabled={!isReady}>
              {action}
            </Button>
          </DialogFooter>
        </Stack>
      </form>
    </Modal>
  );
}
