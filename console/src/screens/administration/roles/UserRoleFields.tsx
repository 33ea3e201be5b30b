/** Fixed and made roles that a user gets, and what these amount to. */
import { Checkbox, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../../api/graphql';
import { useQueryData } from '../../../api/query';
import type { Role } from '../../../api/session';
import { Folded } from '../../../parts/content/Folded';
import { mistakeAt } from '../../../parts/editing/mistakes';
import { RightList } from './RightList';
import { type MadeRole, madeRolesQuery } from './role-documents';
import { useFolderNames, useJoined, useMayGive, useOperationText } from './role-words';

export const FIXED_ROLES = ['ADMINISTRATOR', 'EDITOR', 'VIEWER'] as const satisfies Role[];

interface ChosenRoles {
  readonly roles: readonly string[];
  readonly madeRoleIds: readonly string[];
}

interface Props {
  readonly organizationId: string;
  readonly chosen: ChosenRoles;
  readonly onChange: (part: Partial<ChosenRoles>) => void;
  readonly problem: Problem | null;
}

export function UserRoleFields({ organizationId, chosen, onChange, problem }: Props) {
  const { t } = useTranslation('administration');
  const { roles, madeRoleIds } = chosen;
  return (
    <Stack gap="sm">
      <Checkbox.Group
        label={t('users.roles')}
        value={[...roles]}
        onChange={(value) => onChange({ roles: value })}
        error={mistakeAt(problem, 'roles')}
      >
        {FIXED_ROLES.map((role) => (
          <Checkbox
            key={role}
            value={role}
            mt="xs"
            label={t(`common:roles.${role}`)}
            description={t(`roleText.${role}`)}
          />
        ))}
      </Checkbox.Group>
      <MadeRoleField
        organizationId={organizationId}
        chosen={madeRoleIds}
        onChange={(ids) => onChange({ madeRoleIds: ids })}
      />
    </Stack>
  );
}

/** Folded, since most know their roles. */
export function RightsOfUser({ organizationId, chosen }: Pick<Props, 'organizationId' | 'chosen'>) {
  const { t } = useTranslation(['administration', 'roles']);
  const { roles, madeRoleIds } = chosen;
  const wanted = {
    organizationId,
    roles: FIXED_ROLES.filter((role) => roles.includes(role)),
    madeRoleIds: [...madeRoleIds],
  };
  return (
    <Folded title={t('roles:userCould')} isOpenAtFirst={false}>
      <RightList wanted={wanted} isEmpty={wanted.roles.length + madeRoleIds.length === 0} />
    </Folded>
  );
}

interface MadeRoleFieldProps {
  readonly organizationId: string;
  readonly chosen: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}

function MadeRoleField({ organizationId, chosen, onChange }: MadeRoleFieldProps) {
  const { t } = useTranslation(['administration', 'roles']);
  const mayGive = useMayGive();
  const [{ data }] = useQueryData({
    query: madeRolesQuery,
    variables: { organizationId },
    requestPolicy: 'cache-and-network',
  });
  const offered = data?.organization.madeRoles.filter(
    ({ id, operations }) => chosen.includes(id) || mayGive(operations),
  );
  if (offered === undefined || offered.length === 0) return null;
  return (
    <Checkbox.Group label={t('roles:ofOrganization')} value={[...chosen]} onChange={onChange}>
      {offered.map((role) => (
        <RoleBox key={role.id} role={role} />
      ))}
    </Checkbox.Group>
  );
}

function RoleBox({ role: { id, name, operations, placeIds } }: { readonly role: MadeRole }) {
  const { t } = useTranslation(['administration', 'roles']);
  const textOf = useOperationText();
  const joined = useJoined();
  const folderName = useFolderNames(placeIds ?? []);
  const where =
    placeIds === null ? '' : `; ${t('roles:onlyIn', { names: joined(placeIds.map(folderName)) })}`;
  return (
    <Checkbox
      value={id}
      mt="xs"
      label={name}
      description={`${joined(operations.map(textOf))}${where}`}
      className="any-text"
    />
  );
}
