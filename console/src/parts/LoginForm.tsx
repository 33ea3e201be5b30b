/** Name and password; the server's refusal stands below them. */
import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoginRefused, session } from '../api/session';
import { textOfProblem } from './ProblemNotice';

interface Props {
  /** Fixed when somebody has to log in again. */
  readonly userName?: string;
  readonly onDone: () => void;
}

export function LoginForm({ userName, onDone }: Props) {
  const { t } = useTranslation();
  const [login, setLogin] = useState(userName ?? '');
  const [password, setPassword] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setRefusal(null);
    try {
      await session.logIn(login.trim(), password);
      onDone();
    } catch (error) {
      const isWrong = error instanceof LoginRefused && WRONG.has(error.code);
      const said = error instanceof LoginRefused ? textOfProblem(error) : t('connection.text');
      setRefusal(isWrong ? t('login.wrong') : said);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void send(event)}>
      <Stack gap="sm">
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
        {refusal !== null && (
          <Alert color="red" variant="light" role="alert">
            {refusal}
          </Alert>
        )}
        <Button type="submit" loading={isBusy} size="md" mt={4}>
          {t('login.send')}
        </Button>
      </Stack>
    </form>
  );
}

/** Codes of a name or password that does not fit. */
const WRONG = new Set(['INVALID_GRANT', 'UNAUTHENTICATED']);
