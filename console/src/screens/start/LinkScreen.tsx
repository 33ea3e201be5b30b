/** Where a link leads that logs in once: the code is in the part of the address that browsers keep to themselves. */
import { Button, Container } from '@mantine/core';
import { IconLinkOff } from '../../parts/icons/icons';
import { Link, useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoginRefused, session } from '../../api/session';
import { EmptyState } from '../../parts/EmptyState';
import { Loading } from '../../parts/Loading';

type Outcome = 'waiting' | 'refused' | 'unreached';

export function LinkScreen() {
  return (
    <Suspense fallback={<Loading height={600} />}>
      <LogInByLink />
    </Suspense>
  );
}

function LogInByLink() {
  const { t } = useTranslation('start');
  const navigate = useNavigate();
  const [outcome, setOutcome] = useState<Outcome>('waiting');
  const isAsked = useRef(false);
  useEffect(() => {
    // A code works once: React may run an effect twice.
    if (isAsked.current) return;
    isAsked.current = true;
    const code = new URLSearchParams(window.location.hash.slice(1)).get('code') ?? '';
    session.logInByLink(code).then(
      () => void navigate({ to: '/library', replace: true }),
      (error: unknown) => setOutcome(error instanceof LoginRefused ? 'refused' : 'unreached'),
    );
  }, [navigate]);
  if (outcome === 'waiting') return <Loading height={600} />;
  return (
    <Container component="main" py="xl">
      <EmptyState
        isWholePage
        icon={IconLinkOff}
        title={t(`link.${outcome}.title`)}
        text={t(`link.${outcome}.text`)}
      >
        <Button component={Link} to="/">
          {t('link.toLogIn')}
        </Button>
      </EmptyState>
    </Container>
  );
}
