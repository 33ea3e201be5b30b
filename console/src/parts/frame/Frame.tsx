/** Head, navigation, and the screen in between. */
import { AppShell, Box, Burger, Group, NavLink, ScrollArea, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useRights } from '../../api/session';
import { Loading } from '../Loading';
import { Logo } from '../Logo';
import { ConnectionNotice } from './ConnectionNotice';
import { keepFocus } from './focus-keeper';
import { navigation, type NavigationEntry, navigationGroups } from './navigation';
import { SearchEverywhere } from '../search/SearchEverywhere';
import { ColorSchemeMenu } from './ColorSchemeMenu';
import { LanguageMenu } from './LanguageMenu';
import { Shortcuts } from './Shortcuts';
import { useUndoKey } from '../tell';
import { useUnreadNotice } from './unread-notice';
import { UserMenu } from './UserMenu';

export function Frame() {
  useUndoKey();
  useUnreadNotice();
  useEffect(() => keepFocus(document), []);
  const { t } = useTranslation();
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  useEffect(close, [pathname, close]);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={0}
    >
      <Shortcuts />
      <AppShell.Header>
        <Box
          component="a"
          href="#screen"
          className="skip-link"
          onClick={(event) => {
            event.preventDefault();
            main.current?.focus();
          }}
        >
          {t('frame.skip')}
        </Box>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap" gap="xs">
          <Group wrap="nowrap" gap="xs">
            <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={t('frame.menu')} />
            <Link to="/library" className="logo-link" aria-label={t('frame.home')}>
              <Logo />
            </Link>
          </Group>
          <Group wrap="nowrap" gap={4}>
            <SearchEverywhere />
            <LanguageMenu />
            <ColorSchemeMenu />
            <UserMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" component="nav" aria-label={t('frame.navigation')}>
        <AppShell.Section grow component={ScrollArea}>
          <NavigationLinks pathname={pathname} />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main component="main" id="screen" tabIndex={-1} ref={main} className="screen">
        <ConnectionNotice />
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </AppShell.Main>
    </AppShell>
  );
}

function NavigationLinks({ pathname }: { readonly pathname: string }) {
  const { t } = useTranslation();
  const { mayWrite, mayAdminister } = useRights();
  const mayUse = (who: NavigationEntry['for']) =>
    who === undefined || (who === 'administrator' ? mayAdminister : mayWrite);
  return navigationGroups.map((group) => (
    <div key={group} role="group" className="navigation-group" aria-labelledby={`navigation-${group}`}>
      <Text size="xs" c="dimmed" fw={600} id={`navigation-${group}`} className="navigation-title">
        {t(`navigationGroup.${group}`)}
      </Text>
      {navigation
        .filter((entry) => entry.group === group && mayUse(entry.for))
        .map((entry) => (
          <NavigationLink key={entry.path} entry={entry} pathname={pathname} />
        ))}
    </div>
  ));
}

interface LinkProps {
  readonly entry: NavigationEntry;
  readonly pathname: string;
}

function NavigationLink({ entry: { name, path, below = [], icon: Icon }, pathname }: LinkProps) {
  const { t } = useTranslation();
  const isHere = [path, ...below].some((each) => pathname === each || pathname.startsWith(`${each}/`));
  return (
    <NavLink
      component={Link}
      to={path}
      active={isHere}
      aria-current={isHere ? 'page' : undefined}
      leftSection={<Icon size={20} stroke={1.6} aria-hidden />}
      label={<Text size="sm">{t(`navigation.${name}`)}</Text>}
      className="navigation-link"
    />
  );
}
