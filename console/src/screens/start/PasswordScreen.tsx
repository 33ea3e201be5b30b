/** Sets a password by the code of a mail, of an invitation or of somebody who forgot theirs, and logs in with it. */
import { Anchor, PasswordInput, Text, TextInput, Title } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type LoginStep, SecondStepNeeded, session } from '../../api/session';
import { AccessForm } from '../../parts/AccessForm';
import { SmallPage } from './SmallPage';

const SecondStep = lazy(async () => ({
  default: (await import('../../parts/second-factor/SecondStep')).SecondStep,
}));

export function PasswordScreen() {
  return (
    <SmallPage>
      <PasswordByCode />
    </SmallPage>
  );
}

/** The code of a link, behind the `#`, where it reaches no log and no other site. */
const codeOfLink = () => new URLSearchParams(window.location.hash.slice(1)).get('code') ?? '';

function PasswordByCode() {
  const { t } = useTranslation('start');
  const { t: common } = useTranslation();
  const navigate = useNavigate();
  const [given] = useState(codeOfLink);
  const [code, setCode] = useState(given);
  // It is kept here; in the address it would be copied along with it.
  useEffect(() => {
    if (given !== '') window.history.replaceState(window.history.state, '', window.location.pathname);
  }, [given]);
  const [password, setPassword] = useState('');
  const [step, setStep] = useState<LoginStep | null>(null);
  const goOn = () => void navigate({ to: '/library', replace: true });
  if (step !== null) {
    return <SecondStep step={step} onDone={goOn} onBegin={() => void navigate({ to: '/', replace: true })} />;
  }
  return (
    <AccessForm
      action={t('code.send')}
      unreached={t('code.unreached')}
      refusals={{ INVALID_GRANT: t('code.old') }}
      onSend={async () => {
        try {
          await session.logInByPasswordCode(code.trim(), password);
        } catch (error) {
          if (!(error instanceof SecondStepNeeded)) throw error;
          setStep(error.step);
          return;
        }
        goOn();
      }}
      after={
        <Anchor component={Link} to="/" size="sm">
          {t('link.toLogIn')}
        </Anchor>
      }
    >
      <Title order={1} size="h3">
        {t('code.title')}
      </Title>
      {given === '' && <CodeField code={code} onChange={setCode} />}
      <PasswordInput
        label={t('code.password')}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': common('login.showPassword') }}
        required
        withAsterisk={false}
      />
    </AccessForm>
  );
}

interface CodeProps {
  readonly code: string;
  readonly onChange: (next: string) => void;
}

/** For the code of a mail that is typed. */
function CodeField({ code, onChange }: CodeProps) {
  const { t } = useTranslation('start');
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('code.text')}
      </Text>
      <TextInput
        label={t('code.code')}
        value={code}
        onChange={(event) => onChange(event.currentTarget.value)}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
        withAsterisk={false}
      />
    </>
  );
}
