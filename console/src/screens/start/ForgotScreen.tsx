/** For who forgot their password: a mail with a link, or, where the server sends none, whom to ask. */
import { Alert, Anchor, Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { session } from '../../api/session';
import { AccessForm } from '../../parts/AccessForm';
import { Loading } from '../../parts/Loading';
import { SmallPage } from './SmallPage';

export function ForgotScreen() {
  return (
    <SmallPage>
      <Forgot />
    </SmallPage>
  );
}

function Forgot() {
  const { t } = useTranslation('start');
  const [sendsMails, setSendsMails] = useState<boolean | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [isUnreached, setUnreached] = useState(false);
  useEffect(() => {
    let isOver = false;
    session.sendsMails().then(
      (sends) => {
        if (!isOver) setSendsMails(sends);
      },
      () => {
        if (!isOver) setUnreached(true);
      },
    );
    return () => {
      isOver = true;
    };
  }, [attempt]);
  const again = () => {
    setUnreached(false);
    setAttempt(attempt + 1);
  };
  return (
    <Stack gap="sm">
      <Title order={1} size="h3">
        {t('forgot.title')}
      </Title>
      {sendsMails === null && !isUnreached && <Loading height={120} />}
      {isUnreached && (
        <Alert color="red" variant="light" role="alert">
          {t('code.unreached')}
          <Button size="compact-sm" variant="light" color="red" mt="xs" onClick={again} display="block">
            {t('common:tryAgain')}
          </Button>
        </Alert>
      )}
      {sendsMails === false && (
        <Alert color="orange" variant="light" title={t('forgot.noMails')} role="status">
          {t('forgot.noMailsText')}
        </Alert>
      )}
      {sendsMails === true && <AskForMail />}
      <Anchor component={Link} to="/" size="sm">
        {t('link.toLogIn')}
      </Anchor>
    </Stack>
  );
}

function AskForMail() {
  const { t } = useTranslation('start');
  const [mail, setMail] = useState('');
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null) {
    return (
      <Text role="status" className="any-text">
        {t('forgot.sent', { mail: sentTo })}
      </Text>
    );
  }
  return (
    <AccessForm
      action={t('forgot.send')}
      unreached={t('code.unreached')}
      refusals={{}}
      onSend={async () => {
        await session.forgotPassword(mail.trim());
        setSentTo(mail.trim());
      }}
    >
      <Text size="sm" c="dimmed">
        {t('forgot.text')}
      </Text>
      <TextInput
        label={t('forgot.mail')}
        type="email"
        value={mail}
        onChange={(event) => setMail(event.currentTarget.value)}
        autoComplete="email"
        required
        withAsterisk={false}
      />
    </AccessForm>
  );
}
