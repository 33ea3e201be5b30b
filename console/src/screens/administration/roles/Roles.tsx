/** The roles that an organization made: what each allows and where, and the people who have it. */
import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemOf } from '../../../api/change';
import { useQuery } from '../../../api/query';
import { IconPlus } from '../../../parts/icons/icons';
import { Loading } from '../../../parts/Loading';
import { ProblemNotice } from '../../../parts/ProblemNotice';
import { useAdministered } from '../administered';
import { nameOf } from '../UserTable';
import { DeleteRole } from './DeleteRole';
import { type MadeRole, madeRolesQuery } from './role-documents';
import { useFolderNames, useJoined, useOperationText } from './role-words';
import { RoleDialog } from './RoleDialog';

interface Open {
  readonly what: 'edit' | 'delete';
  /** null for a new one. */
  readonly role: MadeRole | null;
}

export function Roles() {
  const { t } = useTranslation('roles');
  const organization = useAdministered();
  const [{ data, error }, again] = useQuery({
    query: madeRolesQuery,
    variables: { organizationId: organization.id },
    requestPolicy: 'cache-and-network',
  });
  const refresh = () => again({ requestPolicy: 'network-only' });
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const done = () => {
    close();
    refresh();
  };
  const roles = data?.organization.madeRoles ?? [];
  const chosen = open?.role ?? null;
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Text c="dimmed" size="sm">
          {t('text')}
        </Text>
        <Button
          leftSection={<IconPlus size={18} aria-hidden />}
          disabled={data === undefined}
          onClick={() => setOpen({ what: 'edit', role: null })}
        >
          {t('new')}
        </Button>
      </Group>
      {error !== undefined && <ProblemNotice problem={problemOf(error)} onRetry={refresh} />}
      {data === undefined && error === undefined && <Loading shape="rows" />}
      {roles.map((role) => (
        <RoleCard key={role.id} role={role} onOpen={(what) => setOpen({ what, role })} />
      ))}
      {data !== undefined && roles.length === 0 && <Text c="dimmed">{t('none')}</Text>}
      {open?.what === 'edit' && data !== undefined && (
        <RoleDialog organization={organization} data={data} role={chosen} onClose={close} onDone={done} />
      )}
      {open?.what === 'delete' && chosen !== null && (
        <DeleteRole
          role={chosen}
          others={roles.filter(({ id }) => id !== chosen.id)}
          onClose={close}
          onDone={done}
        />
      )}
    </Stack>
  );
}

interface CardProps {
  readonly role: MadeRole;
  readonly onOpen: (what: Open['what']) => void;
}

function RoleCard({ role, onOpen }: CardProps) {
  const { t } = useTranslation('roles');
  const textOf = useOperationText();
  const joined = useJoined();
  const { name, operations, placeIds, holders, holderCount } = role;
  const folderName = useFolderNames(placeIds ?? []);
  const more = holderCount - holders.length;
  const names = joined([...holders.map(nameOf), ...(more > 0 ? [t('more', { count: more })] : [])]);
  return (
    <Paper withBorder radius="lg" p="md">
      <Group justify="space-between" align="flex-start">
        <Title order={2} size="h4" className="any-text">
          {name}
        </Title>
        <Group gap={4}>
          {(['edit', 'delete'] as const).map((what) => (
            <Button
              key={what}
              size="compact-sm"
              variant="default"
              aria-label={t(`${what}Of`, { name })}
              onClick={() => onOpen(what)}
            >
              {t(what)}
            </Button>
          ))}
        </Group>
      </Group>
      <Text size="sm" c="dimmed" className="any-text">
        {placeIds === null ? t('everywhere') : t('inFolders', { names: joined(placeIds.map(folderName)) })}
      </Text>
      <Group gap={4} my={6}>
        {operations.map((operation) => (
          <Badge
            key={operation}
            variant="default"
            tt="none"
            h="auto"
            styles={{ label: { whiteSpace: 'normal' } }}
          >
            {textOf(operation)}
          </Badge>
        ))}
      </Group>
      <Text size="sm" className="any-text">
        {holderCount === 0 ? t('nobody') : t('heldBy', { names })}
      </Text>
    </Paper>
  );
}
