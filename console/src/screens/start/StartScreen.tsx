/** The first thing that anybody sees: what this is, and the log-in. */
import { serverAddress } from '../../api/own-path';
import { Anchor, Box, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { session } from '../../api/session';
import { useStore } from '../../api/store';
import { ColorSchemeMenu } from '../../parts/frame/ColorSchemeMenu';
import { LanguageMenu } from '../../parts/frame/LanguageMenu';
import { Loading } from '../../parts/Loading';
import { LoginForm } from '../../parts/LoginForm';
import { Logo } from '../../parts/Logo';
import { Scene } from './Scene';
import './start.css';

export function StartScreen() {
  return (
    <Suspense fallback={<Loading height={600} />}>
      <Start />
    </Suspense>
  );
}

function Start() {
  const { t } = useTranslation('start');
  const navigate = useNavigate();
  const { then = '/library' } = useSearch({ from: '/' });
  const { status } = useStore(session.state);
  useEffect(() => {
    if (session.state.get().status === 'unknown') session.load().catch(() => undefined);
  }, []);
  if (status === 'in') return <Navigate to={then} replace />;
  return (
    <div className="start">
      <Group component="header" justify="space-between" p="md">
        <Logo size={32} />
        <Group gap={4}>
          <LanguageMenu />
          <ColorSchemeMenu />
        </Group>
      </Group>
      <main className="start-main">
        <Stack gap="lg" className="start-words">
          <Title order={1} className="start-title">
            {t('title')}
          </Title>
          <Text size="lg" c="dimmed">
            {t('text')}
          </Text>
          <Scene />
        </Stack>
        <Stack gap="md" className="start-login">
          <Paper p="xl" radius="lg" withBorder shadow="sm">
            <Title order={2} size="h3" mb="md">
              {t('logIn')}
            </Title>
            <LoginForm onDone={() => void navigate({ to: then, replace: true })} />
            <OfferedSignIns returnTo={then} />
            <Group justify="space-between" mt="md" gap="xs">
              <Anchor component={Link} to="/forgot" size="sm">
                {t('forgot.link')}
              </Anchor>
              <Anchor component={Link} to="/password" size="sm">
                {t('code.have')}
              </Anchor>
            </Group>
          </Paper>
          <Box component="nav" aria-label={t('linksLabel')}>
            <Group gap="lg" justify="center">
              {LINKS.map(({ name, href }) => (
                <Anchor key={href} href={href} size="sm" c="dimmed">
                  {t(`links.${name}`)}
                </Anchor>
              ))}
            </Group>
          </Box>
        </Stack>
      </main>
    </div>
  );
}

/** Providers that the operator offers to everybody who comes here. */
function OfferedSignIns({ returnTo }: { readonly returnTo: string }) {
  const { t } = useTranslation('start');
  const [offered, setOffered] = useState<readonly { readonly id: string; readonly name: string }[]>([]);
  const [hasFailed, setFailed] = useState(false);
  const [isUnread, setUnread] = useState(false);
  const read = useCallback(() => {
    setUnread(false);
    session.offeredSignIns().then(setOffered, () => setUnread(true));
  }, []);
  useEffect(read, [read]);
  return (
    <Stack gap="xs" mt={offered.length === 0 && !isUnread ? 0 : 'md'}>
      {isUnread && (
        <Group gap="xs" role="alert">
          <Text size="sm">{t('signIn.unread')}</Text>
          <Button size="compact-sm" variant="light" onClick={read}>
            {t('common:tryAgain')}
          </Button>
        </Group>
      )}
      {offered.map(({ id, name }) => (
        <Button
          key={id}
          variant="default"
          onClick={() => void session.beginSignIn(id, returnTo).catch(() => setFailed(true))}
        >
          {t('signIn.with', { name })}
        </Button>
      ))}
      {hasFailed && (
        <Text size="sm" c="red" role="alert">
          {t('signIn.unreached')}
        </Text>
      )}
    </Stack>
  );
}

const LINKS = [
  { name: 'guide', href: serverAddress('/guide') },
  { name: 'rest', href: serverAddress('/docs') },
  { name: 'graphql', href: serverAddress('/graphql') },
  { name: 'health', href: serverAddress('/health/ready') },
] as const;
