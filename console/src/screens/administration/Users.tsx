/** The people of the organization, and what each may do. */
import { ActionIcon, Badge, Button, Group, Menu, Stack, Table, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  IconDots,
  IconLink,
  IconMail,
  IconPencil,
  IconSearch,
  IconTrash,
  IconUserPlus,
} from '../../parts/icons/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '../../api/query';
import { problemOf, useChange } from '../../api/change';
import { useViewer } from '../../api/session';
import { Confirm } from '../../parts/Confirm';
import { Loading } from '../../parts/Loading';
import { Pager } from '../../parts/Pager';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { useTell } from '../../parts/tell';
import { useAdministered } from './administered';
import { deleteUser, type UserRow, usersQuery } from './administration';
import { InvitationDialog } from './InvitationDialog';
import { sendPasswordLink } from './invitations';
import { UserDialog } from './UserDialog';

export function Users() {
  const { t } = useTranslation('administration');
  const { id: ownId } = useViewer();
  const organization = useAdministered();
  const [text, setText] = useState('');
  const [name] = useDebouncedValue(text.trim(), 250);
  const [after, setAfter] = useState<readonly string[]>([]);
  const [edited, setEdited] = useState<UserRow | 'new' | null>(null);
  const [removed, setRemoved] = useState<UserRow | null>(null);
  const [invited, setInvited] = useState<Invited | null>(null);
  const sendLink = useChange(sendPasswordLink);
  const remove = useChange(deleteUser);
  const { tellDone, tellProblem } = useTell();
  const [{ data, error }, again] = useQuery({
    query: usersQuery,
    variables: {
      organizationId: organization.id,
      name: name === '' ? null : name,
      after: after.at(-1) ?? null,
    },
  });
  const refresh = () => again({ requestPolicy: 'network-only' });
  const sendsMails = data?.sendsMails === true;
  const sendAgain = async (user: UserRow) => {
    const outcome = await sendLink({ userId: user.id });
    if (outcome.isDone) tellDone(t('invitation.sentTo', { mail: user.mail }));
    else tellProblem(outcome.problem);
  };
  const notice = error !== undefined && <ProblemNotice problem={problemOf(error)} onRetry={refresh} />;
  if (notice && data === undefined) return notice;
  const users = data?.organization.users;
  return (
    <Stack>
      {notice}
      <Group justify="space-between" align="flex-end">
        <TextInput
          aria-label={t('users.search')}
          placeholder={t('users.search')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setAfter([]);
          }}
        />
        <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setEdited('new')}>
          {t('users.new')}
        </Button>
      </Group>
      {users === undefined && <Loading shape="rows" />}
      {users?.nodes.length === 0 && <Text c="dimmed">{t('users.none')}</Text>}
      {users !== undefined && users.nodes.length > 0 && (
        <Table.ScrollContainer minWidth={560}>
          <Table verticalSpacing="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('users.name')}</Table.Th>
                <Table.Th scope="col">{t('users.mail')}</Table.Th>
                <Table.Th scope="col">{t('users.roles')}</Table.Th>
                <Table.Th scope="col">{t('users.status')}</Table.Th>
                <Table.Td />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {users.nodes.map((user) => (
                <Table.Tr key={user.id}>
                  <Table.Th scope="row" fw={600} className="any-text">
                    {nameOf(user)}
                  </Table.Th>
                  <Table.Td className="any-text">{user.mail}</Table.Td>
                  <Table.Td>{user.roles.map((role) => t(`common:roles.${role}`)).join(', ')}</Table.Td>
                  <Table.Td>
                    <UserState user={user} />
                  </Table.Td>
                  <Table.Td ta="right">
                    <Menu position="bottom-end">
                      <Menu.Target>
                        <ActionIcon
                          variant="subtle"
                          color="gray"
                          aria-label={t('users.more', { name: nameOf(user) })}
                        >
                          <IconDots size={18} aria-hidden />
                        </ActionIcon>
                      </Menu.Target>
                      <Menu.Dropdown>
                        <Menu.Item
                          leftSection={<IconPencil size={16} aria-hidden />}
                          onClick={() => setEdited(user)}
                        >
                          {t('users.edit')}
                        </Menu.Item>
                        {user.id !== ownId && user.status === 'Active' && (
                          <>
                            <Menu.Item
                              leftSection={<IconLink size={16} aria-hidden />}
                              onClick={() => setInvited({ ...user, wasMailed: false })}
                            >
                              {t(user.hasPassword ? 'invitation.newPassword' : 'invitation.copy')}
                            </Menu.Item>
                            {sendsMails && (
                              <Menu.Item
                                leftSection={<IconMail size={16} aria-hidden />}
                                onClick={() => void sendAgain(user)}
                              >
                                {t(user.hasPassword ? 'invitation.sendPassword' : 'invitation.again')}
                              </Menu.Item>
                            )}
                          </>
                        )}
                        {user.id !== ownId && (
                          <Menu.Item
                            leftSection={<IconTrash size={16} aria-hidden />}
                            onClick={() => setRemoved(user)}
                          >
                            {t('users.remove')}
                          </Menu.Item>
                        )}
                      </Menu.Dropdown>
                    </Menu>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <Pager after={after} pageInfo={users?.pageInfo} onStep={setAfter} back={t('back')} next={t('next')} />
      {edited !== null && (
        <UserDialog
          user={edited === 'new' ? null : edited}
          organizationId={organization.id}
          onClose={() => setEdited(null)}
          onDone={(made) => {
            setEdited(null);
            refresh();
            if (made !== null) setInvited({ ...made, wasMailed: sendsMails });
          }}
        />
      )}
      {invited !== null && (
        <InvitationDialog
          user={invited}
          name={nameOf(invited)}
          wasMailed={invited.wasMailed}
          onClose={() => setInvited(null)}
        />
      )}
      {removed !== null && (
        <Confirm
          text={t('users.removeText', { name: nameOf(removed) })}
          action={t('users.remove')}
          onClose={() => setRemoved(null)}
          onYes={async () => {
            const outcome = await remove({ id: removed.id, ifVersion: removed.version });
            if (outcome.isDone) tellDone(t('users.removed', { name: nameOf(removed) }));
            else tellProblem(outcome.problem);
            refresh();
          }}
        />
      )}
    </Stack>
  );
}

type Invited = Pick<UserRow, 'id' | 'mail' | 'firstName' | 'lastName' | 'userName' | 'hasPassword'> & {
  readonly wasMailed: boolean;
};

/** Somebody who has no password yet was invited, whatever else their account says. */
function UserState({ user: { status, hasPassword } }: { readonly user: UserRow }) {
  const { t } = useTranslation('administration');
  const isInvited = status === 'Active' && !hasPassword;
  return (
    <Badge
      miw="max-content"
      variant={isInvited ? 'light' : 'default'}
      {...(isInvited ? { color: 'orange' } : {})}
      tt="none"
    >
      {t(isInvited ? 'invitation.state' : `userStatus.${status}`)}
    </Badge>
  );
}

function nameOf({ firstName, lastName, userName }: Omit<Invited, 'wasMailed'>): string {
  return [firstName, lastName].filter(Boolean).join(' ') || userName;
}
