/** The user who is logged in, and the way out. */
import { serverAddress } from '../../api/own-path';
import { Avatar, Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconApi, IconBook2, IconLogout, IconTerminal2 } from '../icons/icons';
import { useTranslation } from 'react-i18next';
import { session, useViewer } from '../../api/session';

export function UserMenu() {
  const { t } = useTranslation();
  const { firstName, lastName, userName, organization, roles } = useViewer();
  const name = [firstName, lastName].filter(Boolean).join(' ') || userName;
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <UnstyledButton ml={4}>
          <VisuallyHidden>{t('frame.user', { name })}</VisuallyHidden>
          <Avatar name={name} color="ink" size={34} radius={17} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} className="one-line">
            {name}
          </Text>
          <Text size="xs" className="one-line">
            {organization.name}
          </Text>
          <Text size="xs">{roles.map((role) => t(`roles.${role}`)).join(', ')}</Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item
          component="a"
          href={serverAddress('/docs')}
          target="_blank"
          leftSection={<IconApi size={16} aria-hidden />}
        >
          {t('links.rest')}
        </Menu.Item>
        <Menu.Item
          component="a"
          href={serverAddress('/graphql')}
          target="_blank"
          leftSection={<IconTerminal2 size={16} aria-hidden />}
        >
          {t('links.graphql')}
        </Menu.Item>
        <Menu.Item
          component="a"
          href={serverAddress('/guide')}
          target="_blank"
          leftSection={<IconBook2 size={16} aria-hidden />}
        >
          {t('links.guide')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void session.logOut()}>
          {t('frame.logOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
