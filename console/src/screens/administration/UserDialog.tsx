/** A new user, or one that is changed. */
import { Checkbox, Group, PasswordInput, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { change, type Outcome } from '../../api/change';
import type { Problem, Success } from '../../api/graphql';
import { assignRole, createUser, revokeRole, updateUser, type UserRow } from './administration';
import { mistakeAt, restOf } from '../../parts/editing/mistakes';
import { FormDialog } from '../../parts/dialogs/FormDialog';
import { useFormDraft } from '../../parts/editing/form-draft';

const ROLES = ['ADMINISTRATOR', 'EDITOR', 'VIEWER'] as const;
const STATUSES = ['ACTIVE', 'INACTIVE'] as const;
const FIELDS = ['mail', 'firstName', 'lastName', 'password', 'roles'];

/** All but the password, which is kept nowhere. */
interface Fields {
  readonly mail: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly roles: readonly string[];
  readonly status: string;
}

interface Props {
  readonly user: UserRow | null;
  readonly organizationId: string;
  readonly onClose: () => void;
  /** @param invited who was made without a password, and can be let in by a link */
  readonly onDone: (invited: MadeUser | null) => void;
}

type UserForm = ReturnType<typeof useFormDraft<Fields>>;
type MadeUser = Success<typeof createUser>;

export function UserDialog({ user, organizationId, onClose, onDone }: Props) {
  const { t } = useTranslation('administration');
  const form = useFormDraft<Fields>(
    `user:${user?.id ?? organizationId}`,
    {
      mail: user?.mail ?? '',
      firstName: user?.firstName ?? '',
      lastName: user?.lastName ?? '',
      roles: user?.roles ?? ['VIEWER'],
      status: user?.status === 'INACTIVE' ? 'INACTIVE' : 'ACTIVE',
    },
    user?.version ?? null,
  );
  const { mail, firstName, lastName, roles, status } = form.values;
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);

  const save = useSaveUser(user, organizationId, password);
  const send = async () => {
    const outcome = await form.send(save);
    if (!outcome.isDone) return setProblem(outcome.problem);
    const result = outcome.value;
    if (user !== null && form.isLeft()) return setProblem(null);
    onDone(result !== null && !result.hasPassword && result.status === 'ACTIVE' ? result : null);
  };
  return (
    <FormDialog
      title={user === null ? t('users.new') : t('users.edit')}
      action={user === null ? t('users.create') : t('save')}
      isReady={mail.trim() !== '' && roles.length > 0}
      problem={restOf(problem, FIELDS)}
      onClose={() => {
        form.giveUp();
        onClose();
      }}
      onSend={send}
    >
      <TextInput
        label={t('users.mail')}
        type="email"
        value={mail}
        onChange={(event) => form.set({ mail: event.currentTarget.value })}
        error={mistakeAt(problem, 'mail')}
        data-autofocus
      />
      <NameFields firstName={firstName} form={form} problem={problem} lastName={lastName} />
      <PasswordField user={user} password={password} onPassword={setPassword} problem={problem} />
      <RoleFields roles={roles} form={form} problem={problem} />
      <Select
        label={t('users.status')}
        value={status}
        onChange={(value) => form.set({ status: value ?? 'ACTIVE' })}
        data={STATUSES.map((value) => ({ value, label: t(`userStatus.${value}`) }))}
        allowDeselect={false}
      />
    </FormDialog>
  );
}

interface RoleFieldsProps {
  readonly roles: readonly string[];
  readonly form: UserForm;
  readonly problem: Problem | null;
}

function RoleFields({ roles, form, problem }: RoleFieldsProps) {
  const { t } = useTranslation('administration');
  return (
    <Checkbox.Group
      label={t('users.roles')}
      value={[...roles]}
      onChange={(value) => form.set({ roles: value })}
      error={mistakeAt(problem, 'roles')}
    >
      {ROLES.map((role) => (
        <Checkbox
          key={role}
          value={role}
          mt="xs"
          label={t(`common:roles.${role}`)}
          description={t(`roleText.${role}`)}
        />
      ))}
    </Checkbox.Group>
  );
}

/** A new user, or the changes of one and of its roles. */
function useSaveUser(user: UserRow | null, organizationId: string, password: string) {
  const client = useClient();
  const save = async (typed: Fields, ifVersion: string | null): Promise<Outcome<MadeUser | null>> => {
    const names = { firstName: typed.firstName.trim(), lastName: typed.lastName.trim() };
    const wanted = ROLES.filter((role) => typed.roles.includes(role));
    const given = { mail: typed.mail.trim(), ...names, status: typed.status as (typeof STATUSES)[number] };
    if (user === null) {
      return change(client, createUser, {
        input: { organizationId, ...given, roles: wanted, ...(password === '' ? {} : { password }) },
      });
    }
    const patch = { ...given, ...(password === '' ? {} : { password }) };
    const changed = await change(client, updateUser, { id: user.id, patch, ifVersion });
    if (!changed.isDone) return changed;
    // New ones first: a user is never without any.
    for (const role of wanted.filter((each) => !user.roles.includes(each))) {
      const assigned = await change(client, assignRole, { userId: user.id, role });
      if (!assigned.isDone) return assigned;
    }
    for (const role of user.roles.filter((each) => !wanted.includes(each))) {
      const revoked = await change(client, revokeRole, { userId: user.id, role });
      if (!revoked.isDone) return revoked;
    }
    return { isDone: true, value: null };
  };
  return save;
}

interface PasswordFieldProps {
  readonly user: UserRow | null;
  readonly password: string;
  readonly onPassword: (next: string) => void;
  readonly problem: Problem | null;
}

function PasswordField({ user, password, onPassword, problem }: PasswordFieldProps) {
  const { t } = useTranslation('administration');
  return (
    <PasswordInput
      label={user === null ? t('users.password') : t('users.newPassword')}
      description={user === null ? t('users.passwordText') : t('users.newPasswordText')}
      value={password}
      onChange={(event) => onPassword(event.currentTarget.value)}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': t('common:login.showPassword') }}
      error={mistakeAt(problem, 'password')}
    />
  );
}

interface NameFieldsProps {
  readonly firstName: string;
  readonly form: UserForm;
  readonly problem: Problem | null;
  readonly lastName: string;
}

function NameFields({ firstName, form, problem, lastName }: NameFieldsProps) {
  const { t } = useTranslation('administration');
  return (
    <Group grow align="flex-start">
      <TextInput
        label={t('users.firstName')}
        value={firstName}
        onChange={(event) => form.set({ firstName: event.currentTarget.value })}
        error={mistakeAt(problem, 'firstName')}
      />
      <TextInput
        label={t('users.lastName')}
        value={lastName}
        onChange={(event) => form.set({ lastName: event.currentTarget.value })}
        error={mistakeAt(problem, 'lastName')}
      />
    </Group>
  );
}
