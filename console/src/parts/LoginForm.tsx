/** Name and password, with the server's refusal below them; then the second step, for those who have one. */
import { PasswordInput, TextInput } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type LoginStep, SecondStepNeeded, session } from '../api/session';
import { AccessForm } from './AccessForm';
import { Loading } from './Loading';

const SecondStep = lazy(async () => ({ default: (await import('./second-factor/SecondStep')).SecondStep }));

interface Props {
  /** Fixed when somebody has to log in again. */
  readonly userName?: string;
  readonly onDone: () => void;
}

export function LoginForm({ userName, onDone }: Props) {
  const { t } = useTranslation();
  const [login, setLogin] = useState(userName ?? '');
  const [password, setPassword] = useState('');
  const [step, setStep] = useState<LoginStep | null>(null);
  const wrong = t('login.wrong');
  if (step !== null) {
    return (
      <Suspense fallback={<Loading height={200} />}>
        <SecondStep step={step} onDone={onDone} onBegin={() => setStep(null)} />
      </Suspense>
    );
  }
  return (
    <AccessForm
      action={t('login.send')}
      unreached={t('connection.text')}
      // The name or the password does not fit.
      refusals={{ INVALID_GRANT: wrong, UNAUTHENTICATED: wrong }}
      onSend={async () => {
        try {
          await session.logIn(login.trim(), password);
        } catch (error) {
          if (!(error instanceof SecondStepNeeded)) throw error;
          setStep(error.step);
          return;
        }
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
