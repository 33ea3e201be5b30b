/** Makes a role, or changes one for all who have it, and shows what it amounts to. */
import { Input, Paper, Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { change } from '../../../api/change';
import type { Problem } from '../../../api/graphql';
import { FormDialog } from '../../../parts/dialogs/FormDialog';
import { useFormDraft } from '../../../parts/editing/form-draft';
import { mistakeAt, restOf } from '../../../parts/editing/mistakes';
import type { AdministeredOrganization } from '../administered';
import { FolderField } from './FolderField';
import { OperationField } from './OperationField';
import { RightList } from './RightList';
import {
  createMadeRole,
  type MadeRole,
  type MadeRoleData,
  type Scope,
  updateMadeRole,
} from './role-documents';
import { useMayGive } from './role-words';

interface Fields {
  readonly name: string;
  readonly operations: readonly Scope[];
  readonly isOfFolders: boolean;
  readonly placeIds: readonly string[];
}

interface Props {
  readonly organization: AdministeredOrganization;
  readonly data: MadeRoleData;
  /** null for a new one. */
  readonly role: MadeRole | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function RoleDialog({ organization, data, role, onClose, onDone }: Props) {
  const { t } = useTranslation('roles');
  const form = useRoleForm(organization.id, role);
  const { name, operations, isOfFolders, placeIds } = form.values;
  const [problem, setProblem] = useState<Problem | null>(null);
  const scopes = useOffered(data);
  const offered = isOfFolders ? scopes.inFolders : scopes.all;
  const chosen = offered.filter((scope) => operations.includes(scope));
  const isReady = chosen.length > 0 && (!isOfFolders || placeIds.length > 0);
  const save = useSaveRole(organization.id, role);
  return (
    <FormDialog
      title={role === null ? t('new') : t('editOf', { name: role.name })}
      action={role === null ? t('create') : t('save')}
      isReady={name.trim() !== '' && isReady}
      problem={restOf(problem, ['name', 'operations', 'placeIds'])}
      onClose={() => {
        form.giveUp();
        onClose();
      }}
      onSend={async () => {
        const outcome = await form.send(async (typed, version) =>
          save({ ...typed, operations: chosen }, version),
        );
        setProblem(outcome.isDone ? null : outcome.problem);
        if (outcome.isDone && (role === null || !form.isLeft())) onDone();
      }}
    >
      <TextInput
        label={t('name')}
        description={t('nameText')}
        value={name}
        onChange={(event) => form.set({ name: event.currentTarget.value })}
        error={mistakeAt(problem, 'name')}
        dir="auto"
        data-autofocus
      />
      <WhereField isOfFolders={isOfFolders} onChange={(next) => form.set({ isOfFolders: next })} />
      {isOfFolders && (
        <FolderField
          organization={organization}
          chosen={placeIds}
          onChange={(ids) => form.set({ placeIds: ids })}
          error={mistakeAt(problem, 'placeIds')}
        />
      )}
      <OperationField
        offered={offered}
        chosen={chosen}
        onChange={(next) => form.set({ operations: next })}
        error={mistakeAt(problem, 'operations')}
      />
      <Input.Wrapper labelElement="div" label={t('could')} description={t('couldText')}>
        <Paper withBorder p="xs" mt={6} aria-live="polite">
          <RightList
            wanted={{
              organizationId: organization.id,
              operations: [...chosen],
              placeIds: isOfFolders ? [...placeIds] : null,
            }}
            isEmpty={!isReady}
          />
        </Paper>
      </Input.Wrapper>
    </FormDialog>
  );
}

function useRoleForm(organizationId: string, role: MadeRole | null) {
  return useFormDraft<Fields>(
    `role:${role?.id ?? organizationId}`,
    {
      name: role?.name ?? '',
      operations: role?.operations ?? [],
      isOfFolders: role !== null && role.placeIds !== null,
      placeIds: role?.placeIds ?? [],
    },
    role?.version ?? null,
  );
}

/** Nobody gives what they may not do themselves. */
function useOffered({ machineScopes }: MadeRoleData) {
  const mayGive = useMayGive();
  const given = machineScopes.filter(({ scope }) => mayGive([scope]));
  return {
    all: given.map(({ scope }) => scope),
    inFolders: given.filter((each) => each.isOfFolders).map(({ scope }) => scope),
  };
}

function useSaveRole(organizationId: string, role: MadeRole | null) {
  const client = useClient();
  return async ({ name, operations, isOfFolders, placeIds }: Fields, ifVersion: string | null) => {
    const values = {
      name: name.trim(),
      operations: [...operations],
      placeIds: isOfFolders ? [...placeIds] : null,
    };
    return role === null
      ? change(client, createMadeRole, { input: { organizationId, ...values } })
      : change(client, updateMadeRole, { id: role.id, ...values, ifVersion });
  };
}

interface WhereFieldProps {
  readonly isOfFolders: boolean;
  readonly onChange: (isOfFolders: boolean) => void;
}

function WhereField({ isOfFolders, onChange }: WhereFieldProps) {
  const { t } = useTranslation('roles');
  return (
    <Radio.Group
      label={t('where')}
      value={isOfFolders ? 'folders' : 'everywhere'}
      onChange={(value) => onChange(value === 'folders')}
    >
      <Stack gap={6} mt={6}>
        <Radio value="everywhere" label={t('everywhere')} />
        <Radio value="folders" label={t('ofFolders')} description={t('ofFoldersText')} />
      </Stack>
    </Radio.Group>
  );
}
