/**
 * The last line of a dialog: what leads elsewhere at the beginning, the way out, and what it is there for at the end. It stays in view
 * where the dialog is longer than the window.
 */
import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  readonly onClose: () => void;
  /** On the way out; Cancel when left out. */
  readonly closeText?: string;
  /** Where the way out is what should be chosen by mere Enter. */
  readonly isCloseFirst?: boolean;
  /** In front of the way out. */
  readonly before?: ReactNode;
  /** The button for which the dialog is there. */
  readonly children: ReactNode;
}

export function DialogFooter({ onClose, closeText, isCloseFirst = false, before, children }: Props) {
  const { t } = useTranslation();
  return (
    <Group className="dialog-footer" justify="flex-end" gap="sm">
      {before}
      <Button variant="default" onClick={onClose} data-autofocus={isCloseFirst ? true : undefined}>
        {closeText ?? t('cancel')}
      </Button>
      {children}
    </Group>
  );
}
