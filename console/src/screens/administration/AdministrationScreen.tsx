/** The organization: its people, credits, keys, log, and what it keeps of readers. Everybody: the own password. */
import { Tabs } from '@mantine/core';
import {
  IconBuilding,
  IconClipboardList,
  IconKey,
  IconShieldLock,
  IconUser,
  IconUsers,
  IconWebhook,
} from '../../parts/icons/icons';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '../../api/query';
import { problemOf } from '../../api/change';
import { useRights, useViewer } from '../../api/session';
import { Loading } from '../../parts/Loading';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { Screen } from '../../parts/Screen';
import { type Administered, organizationQuery } from './administration';
import { Keys } from './Keys';
import { Operations } from './Operations';
import { Organizations } from './Organizations';
import { OwnAccount } from './OwnAccount';
import { Privacy } from './Privacy';
import { Users } from './Users';
import { Webhooks } from './Webhooks';

const TABS = [
  { name: 'users', icon: IconUsers },
  { name: 'organization', icon: IconBuilding },
  { name: 'keys', icon: IconKey },
  { name: 'log', icon: IconClipboardList },
  { name: 'privacy', icon: IconShieldLock },
  { name: 'webhooks', icon: IconWebhook },
  { name: 'own', icon: IconUser },
] as const;

export function AdministrationScreen() {
  const { t } = useTranslation('administration');
  const { mayAdminister } = useRights();
  const { organization } = useViewer();
  const offered = TABS.filter(({ name }) => mayAdminister || name === 'own');
  const [tab, setTab] = useState<string>(mayAdminister ? 'users' : 'own');
  return (
    <Screen title={t('title')} text={organization.name}>
      <Tabs value={tab} onChange={(value) => setTab(value ?? 'own')} keepMounted={false}>
        <Tabs.List mb="lg" className="tabs-in-a-row">
          {offered.map(({ name, icon: Icon }) => (
            <Tabs.Tab key={name} value={name} leftSection={<Icon size={18} aria-hidden />}>
              {t(`tab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="own">
          <OwnAccount />
        </Tabs.Panel>
        {mayAdminister && (
          <>
            <Tabs.Panel value="users">
              <Users />
            </Tabs.Panel>
            <Tabs.Panel value="organization">
              <WithOrganization>
                {(data, refresh) => <Organizations data={data} onChange={refresh} />}
              </WithOrganization>
            </Tabs.Panel>
            <Tabs.Panel value="keys">
              <WithOrganization>
                {({ organization }, refresh) => <Keys organization={organization} onChange={refresh} />}
              </WithOrganization>
            </Tabs.Panel>
            <Tabs.Panel value="log">
              <Operations />
            </Tabs.Panel>
            <Tabs.Panel value="privacy">
              <WithOrganization>
                {({ recordKeeping }) => <Privacy keeping={recordKeeping} />}
              </WithOrganization>
            </Tabs.Panel>
            <Tabs.Panel value="webhooks">
              <Webhooks />
            </Tabs.Panel>
          </>
        )}
      </Tabs>
    </Screen>
  );
}

function WithOrganization({
  children,
}: {
  readonly children: (data: Administered, refresh: () => void) => ReactNode;
}) {
  const { organization } = useViewer();
  const [{ data, error }, again] = useQuery({
    query: organizationQuery,
    variables: { organizationId: organization.id },
  });
  const refresh = () => again({ requestPolicy: 'network-only' });
  if (error !== undefined) return <ProblemNotice problem={problemOf(error)} onRetry={refresh} />;
  return data === undefined ? <Loading /> : children(data, refresh);
}
