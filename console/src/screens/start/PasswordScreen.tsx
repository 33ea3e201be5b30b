/** Sets a password by the code of a mail: of an invitation, or of somebody who forgot theirs. */
import { Alert, Anchor, Button, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoginRefused, session } from '../../api/session';
import { textOfProblem } from '../../parts/ProblemNotice';
import { SmallPage } from './SmallPage';

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
  const [given] = useState(codeOfLink);
  const [code, setCode] = useState(given);
  // It is kept here; in the address it would be copied along with it.
  useEffect(() => {
    if (given !== '') window.history.replaceState(window.history.state, '', window.location.pathname);
  }, [given]);
  const [password, setPassword] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isSet, setSet] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setRefusal(null);
    try {
      await session.setPassword(code.trim(), password);
      setSet(true);
    } catch (error) {
      const isOld = error instanceof LoginRefused && error.code === 'INVALID_GRANT';
      const said = error instanceof LoginRefused ? textOfProblem(error) : t('code.unreached');
      setRefusal(isOld ? t('code.old') : said);
    } finally {
      setBusy(false);
    }
  };
  if (isSet) {
    return (
      <Stack gap="md" role="status">
        <Title order={1} size="h3">
          {t('code.done')}
        </Title>
        <Button component={Link} to="/" size="md">
          {t('link.toLogIn')}
        </Button>
      </Stack>
    );
  }
  return (
    <form onSubmit={(event) => void send(event)}>
      <Stack gap="sm">
        <Title order={1} size="h3">
          {t('code.title')}
        </Title>
        {given === '' && (
          <>
            <Text size="sm" c="dimmed">
              {t('code.text')}
            </Text>
            <TextInput
              label={t('code.code')}
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              required
              withAsterisk={false}
            />
          </>
        )}
        <PasswordInput
          label={t('code.password')}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': common('login.showPassword') }}
          required
          withAsterisk={false}
        />
        {refusal !== null && (
          <Alert color="red" variant="light" role="alert">
            {refusal}
          </Alert>
        )}
        <Button type="submit" loading={isBusy} size="md" mt={4}>
          {t('code.send')}
        </Button>
        <Anchor component={Link} to="/" size="sm">
          {t('link.toLogIn')}
        </Anchor>
      </Stack>
    </form>
  );
}
