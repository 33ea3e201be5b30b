/** Asks for the password once more, before something is changed that protects the account. */
import { PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../../api/graphql';
import { useViewer } from '../../../api/session';
import { FormDialog } from '../../../parts/dialogs/FormDialog';
import { mistakeAt, restOf } from '../../../parts/editing/mistakes';

interface Props {
  readonly title: string;
  readonly action: string;
  readonly onClose: () => void;
  /** @returns the problem, if it was not done */
  readonly onSend: (password: string) => Promise<Problem | null>;
}

export function AskPassword({ title, action, onClose, onSend }: Props) {
  const { t } = useTranslation('security');
  const { userName } = useViewer();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  return (
    <FormDialog
      title={title}
      action={action}
      isReady={password !== ''}
      problem={restOf(problem, ['password'])}
      onClose={onClose}
      onSend={async () => setProblem(await onSend(password))}
    >
      <input type="hidden" name="username" autoComplete="username" value={userName} />
      <PasswordInput
        label={t('password')}
        description={t('passwordText')}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={mistakeAt(problem, 'password')}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': t('common:login.showPassword') }}
        data-autofocus
      />
    </FormDialog>
  );
}
