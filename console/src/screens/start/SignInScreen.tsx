/** The two halves of a log-in at a provider: on the way there, and back with what it sent. */
import { Button, Container } from '@mantine/core';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoginRefused, session } from '../../api/session';
import { EmptyState } from '../../parts/EmptyState';
import { IconLinkOff } from '../../parts/icons/icons';
import { Loading } from '../../parts/Loading';

/** Goes to the provider. */
export function SignInScreen() {
  const { provider } = useParams({ from: '/sign-in/$provider' });
  return <Waiting work={() => session.beginSignIn(provider)} />;
}

/** Comes back from it; what it sent leaves the address at once. */
export function SignInReturnScreen() {
  const { provider } = useParams({ from: '/sign-in/$provider/return' });
  const navigate = useNavigate();
  return (
    <Waiting
      work={async () => {
        const query = window.location.search.slice(1);
        window.history.replaceState(null, '', window.location.pathname);
        const { isLoggedIn, returnTo } = await session.finishSignIn(provider, query);
        await navigate({
          to: isLoggedIn ? returnTo : '/administration',
          search: isLoggedIn ? {} : { tab: 'signIn' },
          replace: true,
        });
      }}
    />
  );
}

function Waiting({ work }: { readonly work: () => Promise<void> }) {
  return (
    <Suspense fallback={<Loading height={600} />}>
      <Work work={work} />
    </Suspense>
  );
}

function Work({ work }: { readonly work: () => Promise<void> }) {
  const { t } = useTranslation('start');
  const [refusal, setRefusal] = useState<string | null>(null);
  const isAsked = useRef(false);
  useEffect(() => {
    // It works once: React may run an effect twice.
    if (isAsked.current) return;
    isAsked.current = true;
    work().catch((error: unknown) =>
      setRefusal(error instanceof LoginRefused ? error.message : t('signIn.unreached')),
    );
  }, [work, t]);
  if (refusal === null) return <Loading height={600} />;
  return (
    <Container component="main" py="xl">
      <EmptyState isWholePage icon={IconLinkOff} title={t('signIn.refused')} text={refusal}>
        <Button component={Link} to="/">
          {t('link.toLogIn')}
        </Button>
      </EmptyState>
    </Container>
  );
}
