/** The people of the organization, and what each may do. */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch, IconUserPlus } from '../../parts/icons/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '../../api/query';
import { problemOf, useChange } from '../../api/change';
import { Confirm } from '../../parts/dialogs/Confirm';
import { Loading } from '../../parts/Loading';
import { Pager } from '../../parts/Pager';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { useTell } from '../../parts/tell';
import { useAdministered } from './administered';
import { deleteUser, type UserRow, usersQuery } from './administration';
import { InvitationDialog } from './InvitationDialog';
import { sendPasswordLink } from './invitations';
import { LoginsOf } from './security/Logins';
import { ResetSecondFactor } from './security/ResetSecondFactor';
import { UserDialog } from './UserDialog';
import { type Invited, nameOf, UserTable } from './UserTable';

export function Users() {
  const { t } = useTranslation('administration');
  const organization = useAdministered();
  const { text, setText, after, setAfter, data, error, refresh } = useUserList(organization.id);
  const [edited, setEdited] = useState<UserRow | 'new' | null>(null);
  const [removed, setRemoved] = useState<UserRow | null>(null);
  const [seen, setSeen] = useState<UserRow | null>(null);
  const [reset, setReset] = useState<UserRow | null>(null);
  const [invited, setInvited] = useState<Invited | null>(null);
  const sendAgain = useInvitationAgain();
  const sendsMails = data?.sendsMails === true;
  const notice = error !== undefined && <ProblemNotice problem={problemOf(error)} onRetry={refresh} />;
  if (notice && data === undefined) return notice;
  const users = data?.organization.users;
  return (
    <Stack>
      {notice}
      <UsersHead text={text} onText={setText} onAfter={setAfter} onEdit={setEdited} />
      {users === undefined && <Loading shape="rows" />}
      {users?.nodes.length === 0 && <Text c="dimmed">{t('users.none')}</Text>}
      {users !== undefined && users.nodes.length > 0 && (
        <UserTable
          users={users.nodes}
          onEdit={setEdited}
          onInvite={setInvited}
          sendsMails={sendsMails}
          onSendAgain={sendAgain}
          onLogins={setSeen}
          onReset={setReset}
          onRemove={setRemoved}
        />
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
      {seen !== null && <LoginsOf id={seen.id} name={nameOf(seen)} onClose={() => setSeen(null)} />}
      {reset !== null && (
        <ResetSecondFactor id={reset.id} name={nameOf(reset)} onClose={() => setReset(null)} />
      )}
      {removed !== null && <RemoveUser removed={removed} onRemoved={setRemoved} onChanged={refresh} />}
    </Stack>
  );
}

/** The users of an organization whose names hold what is typed, page by page. */
function useUserList(organizationId: string) {
  const [text, setText] = useState('');
  const [name] = useDebouncedValue(text.trim(), 250);
  const [after, setAfter] = useState<readonly string[]>([]);
  const [{ data, error }, again] = useQuery({
    query: usersQuery,
    variables: { organizationId, name: name === '' ? null : name, after: after.at(-1) ?? null },
  });
  const refresh = () => again({ requestPolicy: 'network-only' });
  return { text, setText, after, setAfter, data, error, refresh };
}

/** @returns sends a user the link to a first password once more */
function useInvitationAgain() {
  const { t } = useTranslation('administration');
  const { tellDone, tellProblem } = useTell();
  const sendLink = useChange(sendPasswordLink);
  return async ({ id, mail }: UserRow) => {
    const outcome = await sendLink({ userId: id });
    if (outcome.isDone) tellDone(t('invitation.sentTo', { mail }));
    else tellProblem(outcome.problem);
  };
}

interface UsersHeadProps {
  readonly text: string;
  readonly onText: (next: string) => void;
  readonly onAfter: (next: readonly string[]) => void;
  readonly onEdit: (next: UserRow | 'new' | null) => void;
}

function UsersHead({ text, onText, onAfter, onEdit }: UsersHeadProps) {
  const { t } = useTranslation('administration');
  return (
    <Group justify="space-between" align="flex-end">
      <TextInput
        aria-label={t('users.search')}
        placeholder={t('users.search')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={text}
        onChange={(event) => {
          onText(event.currentTarget.value);
          onAfter([]);
        }}
      />
      <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => onEdit('new')}>
        {t('users.new')}
      </Button>
    </Group>
  );
}

interface RemoveUserProps {
  readonly removed: UserRow;
  readonly onRemoved: (next: UserRow | null) => void;
  readonly onChanged: () => void;
}

function RemoveUser({ removed, onRemoved, onChanged }: RemoveUserProps) {
  const remove = useChange(deleteUser);
  const { t } = useTranslation('administration');
  const { tellDone, tellProblem } = useTell();
  return (
    <Confirm
      text={t('users.removeText', { name: nameOf(removed) })}
      action={t('users.remove')}
      onClose={() => onRemoved(null)}
      onYes={async () => {
        const outcome = await remove({ id: removed.id, ifVersion: removed.version });
        if (outcome.isDone) tellDone(t('users.removed', { name: nameOf(removed) }));
        else tellProblem(outcome.problem);
        onChanged();
      }}
    />
  );
}
