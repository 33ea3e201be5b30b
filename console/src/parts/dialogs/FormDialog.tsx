/** A form over the screen: its fields, what is wrong with it as a whole, and its buttons. */
import { Button, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Dialog } from './Dialog';
import { DialogFooter } from './DialogFooter';
import type { Problem } from '../../api/graphql';
import { ProblemNotice } from '../ProblemNotice';

interface Props {
  readonly title: string;
  /** For fields that stand side by side. */
  readonly isWide?: boolean;
  readonly action: string;
  readonly isReady?: boolean;
  /** A problem that no field shows. */
  readonly problem: Problem | null;
  readonly children: ReactNode;
  readonly onClose: () => void;
  readonly onSend: () => Promise<unknown>;
}

export function FormDialog({
  title,
  isWide = false,
  action,
  isReady = true,
  problem,
  children,
  onClose,
  onSend,
}: Props) {
  const [isBusy, setBusy] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    await onSend();
    setBusy(false);
  };
  return (
    <Dialog onClose={onClose} title={title} size={isWide ? 'xl' : 'md'}>
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
    </Dialog>
  );
}
