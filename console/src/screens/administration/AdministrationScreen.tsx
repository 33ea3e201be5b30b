/** The organization: its people, credits, keys, log, and what it keeps of readers. Everybody: the own password. */
import { Stack, Tabs } from '@mantine/core';
import {
  IconAddressBook,
  IconBuilding,
  IconChecks,
  IconClipboardList,
  IconKey,
  IconShieldLock,
  IconUser,
  IconUsers,
  IconWebhook,
} from '../../parts/icons/icons';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '../../api/query';
import { problemOf } from '../../api/change';
import { useRights, useViewer } from '../../api/session';
import { Loading } from '../../parts/Loading';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { Screen } from '../../parts/Screen';
import { AdministeredProvider, administeredQuery, useAdministered } from './administered';
import { type Administered, organizationQuery } from './administration';
import { Keys } from './keys/Keys';
import { Operations } from './Operations';
import { OrganizationChooser } from './OrganizationChooser';
import { Organizations } from './Organizations';
import { OwnAccount } from './OwnAccount';
import { OwnMails } from './OwnMails';
import { Privacy } from './Privacy';
import { Roles } from './roles/Roles';
import { OwnLogins } from './security/Logins';
import { SecondFactors } from './security/SecondFactors';
import { SignIn } from './sign-in/SignIn';
import { Users } from './Users';
import { Webhooks } from './webhooks/Webhooks';

const TABS = [
  { name: 'users', icon: IconUsers },
  { name: 'roles', icon: IconChecks },
  { name: 'organization', icon: IconBuilding },
  { name: 'keys', icon: IconKey },
  { name: 'signIn', icon: IconAddressBook },
  { name: 'log', icon: IconClipboardList },
  { name: 'privacy', icon: IconShieldLock },
  { name: 'webhooks', icon: IconWebhook },
  { name: 'own', icon: IconUser },
] as const;

export function AdministrationScreen() {
  const { mayAdminister } = useRights();
  return mayAdminister ? <OfOrganization /> : <OwnAlone />;
}

function OwnAlone() {
  const { t } = useTranslation('administration');
  const { organization } = useViewer();
  return (
    <Screen title={t('title')} text={organization.name}>
      <TabsOf offered={TABS.filter(({ name }) => name === 'own')} tab="own" onTab={() => undefined} />
    </Screen>
  );
}

/** Tab and organization stand in the address: they outlive a reload, and links lead to them. */
function OfOrganization() {
  const { t } = useTranslation('administration');
  const own = useViewer().organization;
  const { tab, organization: id = own.id } = useSearch({ from: '/inside/administration' });
  const navigate = useNavigate();
  const [{ data, error }, again] = useQuery({ query: administeredQuery, variables: { id } });
  const refresh = () => again({ requestPolicy: 'network-only' });
  const show = (search: { tab?: string; organization?: string }) =>
    void navigate({ to: '/administration', search: { tab, organization: id, ...search } });
  const known = TABS.find(({ name }) => name === tab)?.name ?? 'users';
  const organization = data?.organization;
  return (
    <Screen
      title={t('title')}
      text={organization?.name ?? (id === own.id ? own.name : '')}
      actions={
        organization !== undefined && (
          <OrganizationChooser
            organization={organization}
            onChoose={(chosen) => show({ organization: chosen })}
          />
        )
      }
    >
      {error !== undefined && <ProblemNotice problem={problemOf(error)} onRetry={refresh} />}
      {organization === undefined && error === undefined && <Loading />}
      {organization !== undefined && (
        <AdministeredProvider value={organization}>
          <TabsOf key={organization.id} offered={TABS} tab={known} onTab={(next) => show({ tab: next })}>
            <Panels onOrganization={refresh} onOpen={(chosen) => show({ organization: chosen })} />
          </TabsOf>
        </AdministeredProvider>
      )}
    </Screen>
  );
}

interface PanelsProps {
  /** The organization itself has changed. */
  readonly onOrganization: () => void;
  /** Goes to an organization below. */
  readonly onOpen: (organizationId: string) => void;
}

function Panels({ onOrganization, onOpen }: PanelsProps) {
  return (
    <>
      <Tabs.Panel value="users">
        <Users />
      </Tabs.Panel>
      <Tabs.Panel value="roles">
        <Roles />
      </Tabs.Panel>
      <Tabs.Panel value="organization">
        <WithOrganization>
          {(data, refresh) => (
            <Organizations
              data={data}
              onChange={() => {
                refresh();
                onOrganization();
              }}
              onOpen={onOpen}
            />
          )}
        </WithOrganization>
      </Tabs.Panel>
      <Tabs.Panel value="keys">
        <WithOrganization>
          {({ organization }, refresh) => <Keys organization={organization} onChange={refresh} />}
        </WithOrganization>
      </Tabs.Panel>
      <Tabs.Panel value="signIn">
        <SignIn />
      </Tabs.Panel>
      <Tabs.Panel value="log">
        <Operations />
      </Tabs.Panel>
      <Tabs.Panel value="privacy">
        <WithOrganization>{({ recordKeeping }) => <Privacy keeping={recordKeeping} />}</WithOrganization>
      </Tabs.Panel>
      <Tabs.Panel value="webhooks">
        <Webhooks />
      </Tabs.Panel>
    </>
  );
}

interface TabsProps {
  readonly offered: readonly (typeof TABS)[number][];
  readonly tab: string;
  readonly onTab: (tab: string) => void;
  readonly children?: ReactNode;
}

function TabsOf({ offered, tab, onTab, children }: TabsProps) {
  const { t } = useTranslation('administration');
  return (
    <Tabs value={tab} onChange={(value) => onTab(value ?? 'own')} keepMounted={false}>
      <Tabs.List mb="lg" className="tabs-in-rows">
        {offered.map(({ name, icon: Icon }) => (
          <Tabs.Tab key={name} value={name} leftSection={<Icon size={18} aria-hidden />}>
            {t(`tab.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="own">
        <Stack gap="md">
          <OwnAccount />
          <OwnMails />
          <SecondFactors />
          <OwnLogins />
        </Stack>
      </Tabs.Panel>
      {children}
    </Tabs>
  );
}

function WithOrganization({
  children,
}: {
  readonly children: (data: Administered, refresh: () => void) => ReactNode;
}) {
  const organization = useAdministered();
  const [{ data, error }, again] = useQuery({
    query: organizationQuery,
    variables: { organizationId: organization.id },
  });
  const refresh = () => again({ requestPolicy: 'network-only' });
  const notice = error !== undefined && <ProblemNotice problem={problemOf(error)} onRetry={refresh} />;
  if (data === undefined) return notice || <Loading />;
  return (
    <>
      {children(data, refresh)}
      {notice}
    </>
  );
}
