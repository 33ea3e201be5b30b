/** The users of an organization in rows, each with what can be done with it. */
import { ActionIcon, Badge, Group, Menu, Table } from '@mantine/core';
import {
  IconDots,
  IconLink,
  IconMail,
  IconPencil,
  IconShieldLock,
  IconTrash,
  IconUser,
} from '../../parts/icons/icons';
import { useTranslation } from 'react-i18next';
import { useViewer } from '../../api/session';
import { type UserRow } from './administration';

export type Invited = Pick<UserRow, 'id' | 'mail' | 'firstName' | 'lastName' | 'userName' | 'hasPassword'> & {
  readonly wasMailed: boolean;
};

/** Somebody who has no way to log in yet was invited, whatever else their account says. */
function UserState({ user }: { readonly user: UserRow }) {
  const { t } = useTranslation(['administration', 'security']);
  const { status, hasPassword, hasSecondFactor, usesSingleSignOn } = user;
  const isInvited = status === 'ACTIVE' && !hasPassword && !usesSingleSignOn;
  return (
    <Group gap={6}>
      <Badge
        miw="max-content"
        variant={isInvited ? 'light' : 'default'}
        {...(isInvited ? { color: 'orange' } : {})}
        tt="none"
      >
        {t(isInvited ? 'invitation.state' : `userStatus.${status}`)}
      </Badge>
      {usesSingleSignOn && (
        <Badge miw="max-content" variant="default" tt="none">
          {t('tab.signIn')}
        </Badge>
      )}
      {hasSecondFactor && (
        <Badge
          miw="max-content"
          variant="default"
          tt="none"
          leftSection={<IconShieldLock size={12} aria-hidden />}
        >
          {t('security:users.hasFactor')}
        </Badge>
      )}
    </Group>
  );
}

export function nameOf({
  firstName,
  lastName,
  userName,
}: Pick<Invited, 'firstName' | 'lastName' | 'userName'>): string {
  return [firstName, lastName].filter(Boolean).join(' ') || userName;
}

interface UserMenuProps {
  readonly user: UserRow;
  readonly onEdit: (next: UserRow | 'new' | null) => void;
  readonly onInvite: (next: Invited | null) => void;
  readonly sendsMails: boolean;
  readonly onSendAgain: (user: UserRow) => Promise<void>;
  readonly onLogins: (next: UserRow) => void;
  readonly onReset: (next: UserRow) => void;
  readonly onRemove: (next: UserRow | null) => void;
}

function UserMenu({
  user,
  onEdit,
  onInvite,
  sendsMails,
  onSendAgain,
  onLogins,
  onReset,
  onRemove,
}: UserMenuProps) {
  const { t } = useTranslation(['administration', 'security']);
  const { id: ownId } = useViewer();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('users.more', { name: nameOf(user) })}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => onEdit(user)}>
          {t('users.edit')}
        </Menu.Item>
        {user.id !== ownId && user.status === 'ACTIVE' && (
          <>
            <Menu.Item
              leftSection={<IconLink size={16} aria-hidden />}
              onClick={() => onInvite({ ...user, wasMailed: false })}
            >
              {t(user.hasPassword ? 'invitation.newPassword' : 'invitation.copy')}
            </Menu.Item>
            {sendsMails && (
              <Menu.Item
                leftSection={<IconMail size={16} aria-hidden />}
                onClick={() => void onSendAgain(user)}
              >
                {t(user.hasPassword ? 'invitation.sendPassword' : 'invitation.again')}
              </Menu.Item>
            )}
          </>
        )}
        {user.id !== ownId && (
          <Menu.Item leftSection={<IconUser size={16} aria-hidden />} onClick={() => onLogins(user)}>
            {t('security:logins.open')}
          </Menu.Item>
        )}
        {user.id !== ownId && user.hasSecondFactor && (
          <Menu.Item leftSection={<IconShieldLock size={16} aria-hidden />} onClick={() => onReset(user)}>
            {t('security:users.reset')}
          </Menu.Item>
        )}
        {user.id !== ownId && (
          <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={() => onRemove(user)}>
            {t('users.remove')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

interface UserTableProps {
  readonly users: readonly UserRow[];
  readonly onEdit: (next: UserRow | 'new' | null) => void;
  readonly onInvite: (next: Invited | null) => void;
  readonly sendsMails: boolean;
  readonly onSendAgain: (user: UserRow) => Promise<void>;
  readonly onLogins: (next: UserRow) => void;
  readonly onReset: (next: UserRow) => void;
  readonly onRemove: (next: UserRow | null) => void;
}

export function UserTable({
  users,
  onEdit,
  onInvite,
  sendsMails,
  onSendAgain,
  onLogins,
  onReset,
  onRemove,
}: UserTableProps) {
  const { t } = useTranslation('administration');
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('users.name')}</Table.Th>
            <Table.Th scope="col">{t('users.mail')}</Table.Th>
            <Table.Th scope="col" miw={140}>
              {t('users.roles')}
            </Table.Th>
            <Table.Th scope="col">{t('users.status')}</Table.Th>
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {users.map((user) => (
            <Table.Tr key={user.id}>
              <Table.Th scope="row" fw={600} className="any-text">
                {nameOf(user)}
              </Table.Th>
              <Table.Td className="any-text">{user.mail}</Table.Td>
              <Table.Td className="any-text">
                {[
                  ...user.roles.map((role) => t(`common:roles.${role}`)),
                  ...user.madeRoles.map(({ name }) => name),
                ].join(', ')}
              </Table.Td>
              <Table.Td>
                <UserState user={user} />
              </Table.Td>
              <Table.Td ta="right">
                <UserMenu
                  user={user}
                  onEdit={onEdit}
                  onInvite={onInvite}
                  sendsMails={sendsMails}
                  onSendAgain={onSendAgain}
                  onLogins={onLogins}
                  onReset={onReset}
                  onRemove={onRemove}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
