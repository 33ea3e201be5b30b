/** A new user, or one that is changed. */
import { Group, PasswordInput, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../api/graphql';
import type { UserRow } from './administration';
import { mistakeAt, restOf } from '../../parts/editing/mistakes';
import { FormDialog } from '../../parts/dialogs/FormDialog';
import { useFormDraft } from '../../parts/editing/form-draft';
import { RightsOfUser, UserRoleFields } from './roles/UserRoleFields';
import { type MadeUser, STATUSES, type UserFields, useSaveUser } from './user-saving';

const FIELDS = ['mail', 'firstName', 'lastName', 'password', 'roles'];

interface Props {
  readonly user: UserRow | null;
  readonly organizationId: string;
  readonly onClose: () => void;
  /** @param invited who was made without a password, and can be let in by a link */
  readonly onDone: (invited: MadeUser | null) => void;
}

type UserForm = ReturnType<typeof useFormDraft<UserFields>>;

export function UserDialog({ user, organizationId, onClose, onDone }: Props) {
  const { t } = useTranslation('administration');
  const form = useFormDraft<UserFields>(
    `user:${user?.id ?? organizationId}`,
    {
      mail: user?.mail ?? '',
      firstName: user?.firstName ?? '',
      lastName: user?.lastName ?? '',
      roles: user?.roles ?? ['VIEWER'],
      madeRoleIds: user?.madeRoles.map(({ id }) => id) ?? [],
      status: user?.status === 'INACTIVE' ? 'INACTIVE' : 'ACTIVE',
    },
    user?.version ?? null,
  );
  const { mail, firstName, lastName, roles, madeRoleIds, status } = form.values;
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
      isWide
      action={user === null ? t('users.create') : t('save')}
      isReady={mail.trim() !== '' && roles.length + madeRoleIds.length > 0}
      problem={restOf(problem, FIELDS)}
      onClose={() => {
        form.giveUp();
        onClose();
      }}
      onSend={send}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="sm">
        <Stack gap="sm">
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
          <Select
            label={t('users.status')}
            value={status}
            onChange={(value) => form.set({ status: value ?? 'ACTIVE' })}
            data={STATUSES.map((value) => ({ value, label: t(`userStatus.${value}`) }))}
            allowDeselect={false}
          />
        </Stack>
        <UserRoleFields
          organizationId={organizationId}
          chosen={{ roles, madeRoleIds }}
          onChange={form.set}
          problem={problem}
        />
      </SimpleGrid>
      <RightsOfUser organizationId={organizationId} chosen={{ roles, madeRoleIds }} />
    </FormDialog>
  );
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
