/** Name and password; the server's refusal stands below them. */
import { PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { session } from '../api/session';
import { AccessForm } from './AccessForm';

interface Props {
  /** Fixed when somebody has to log in again. */
  readonly userName?: string;
  readonly onDone: () => void;
}

export function LoginForm({ userName, onDone }: Props) {
  const { t } = useTranslation();
  const [login, setLogin] = useState(userName ?? '');
  const [password, setPassword] = useState('');
  const wrong = t('login.wrong');
  return (
    <AccessForm
      action={t('login.send')}
      unreached={t('connection.text')}
      // The name or the password does not fit.
      refusals={{ INVALID_GRANT: wrong, UNAUTHENTICATED: wrong }}
      onSend={async () => {
        await session.logIn(login.trim(), password);
        onDone();
      }}
    >
      <TextInput
        label={t('login.name')}
        value={login}
        onChange={(event) => setLogin(event.currentTarget.value)}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={userName !== undefined}
        required
        withAsterisk={false}
        data-autofocus={userName === undefined ? true : undefined}
      />
      <PasswordInput
        label={t('login.password')}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }}
        required
        withAsterisk={false}
        data-autofocus={userName !== undefined ? true : undefined}
      />
    </AccessForm>
  );
}
