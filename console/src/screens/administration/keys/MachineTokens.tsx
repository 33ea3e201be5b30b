/** Machine tokens: which programs have one, what it may do, and how it was used. */
import { Badge, Button, Group, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../parts/dialogs/Dialog';
import { problemOf, useChange } from '../../../api/change';
import { useQuery } from '../../../api/query';
import { useFormats } from '../../../i18n/format';
import { Confirm } from '../../../parts/dialogs/Confirm';
import { IconPlus } from '../../../parts/icons/icons';
import { ProblemNotice } from '../../../parts/ProblemNotice';
import { useTell } from '../../../parts/tell';
import { MachineTokenDialog } from './MachineTokenDialog';
import { type MachineToken, machineTokensQuery, revokeMachineToken } from './token-documents';

type Open = { readonly what: 'new' } | { readonly what: 'revoke' | 'uses'; readonly token: MachineToken };

export function MachineTokens({ organizationId }: { readonly organizationId: string }) {
  const { t } = useTranslation('administration');
  const { tellProblem } = useTell();
  const [{ data, error }, again] = useQuery({ query: machineTokensQuery, variables: { organizationId } });
  const refresh = () => again({ requestPolicy: 'network-only' });
  const revoke = useChange(revokeMachineToken);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const tokens = data?.organization.machineTokens ?? [];
  return (
    <div>
      <Group justify="space-between" mb="sm">
        <div>
          <Title order={2} size="h4">
            {t('tokens.title')}
          </Title>
          <Text c="dimmed" size="sm">
            {t('tokens.text')}
          </Text>
        </div>
        <Button
          leftSection={<IconPlus size={18} aria-hidden />}
          disabled={data === undefined}
          onClick={() => setOpen({ what: 'new' })}
        >
          {t('tokens.new')}
        </Button>
      </Group>
      {error !== undefined && <ProblemNotice problem={problemOf(error)} onRetry={refresh} />}
      <Stack gap="sm">
        {tokens.map((token) => (
          <TokenCard key={token.id} token={token} onOpen={(what) => setOpen({ what, token })} />
        ))}
      </Stack>
      {data !== undefined && tokens.length === 0 && <Text c="dimmed">{t('tokens.none')}</Text>}
      {open?.what === 'new' && data !== undefined && (
        <MachineTokenDialog organizationId={organizationId} data={data} onClose={close} onMade={refresh} />
      )}
      {open?.what === 'uses' && <Uses token={open.token} onClose={close} />}
      {open?.what === 'revoke' && (
        <Confirm
          text={t('tokens.revokeText', { name: open.token.name })}
          action={t('tokens.revokeAction')}
          onClose={close}
          onYes={async () => {
            const outcome = await revoke({ id: open.token.id });
            if (!outcome.isDone) tellProblem(outcome.problem);
            refresh();
          }}
        />
      )}
    </div>
  );
}

interface CardProps {
  readonly token: MachineToken;
  readonly onOpen: (what: 'revoke' | 'uses') => void;
}

function TokenCard({ token, onOpen }: CardProps) {
  const { t } = useTranslation('administration');
  const formats = useFormats();
  const { name, placeName, ownerName, scopes, expiresAt, uses } = token;
  const [last] = uses;
  return (
    <Paper withBorder radius="lg" p="md">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div style={{ minWidth: 0 }}>
          <Group gap="xs">
            <Text fw={600} className="any-text">
              {name}
            </Text>
            {new Date(expiresAt) <= new Date() && (
              <Badge color="red" variant="light" tt="none">
                {t('tokens.expired')}
              </Badge>
            )}
          </Group>
          <Text size="sm" c="dimmed" className="any-text">
            {t('tokens.facts', { place: placeName, owner: ownerName, date: formats.date(expiresAt) })}
          </Text>
          <Group gap={4} my={6}>
            {scopes.map((scope) => (
              <Badge key={scope} variant="default" tt="none">
                {t(`scope.${scope}`)}
              </Badge>
            ))}
          </Group>
          <Text size="sm">
            {last === undefined
              ? t('tokens.unused')
              : t('tokens.used', { date: formats.dateTime(last.lastAt), address: last.address })}
          </Text>
        </div>
        <Group gap={4} wrap="nowrap">
          {last !== undefined && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t('tokens.usesShow', { name })}
              onClick={() => onOpen('uses')}
            >
              {t('tokens.usesOpen')}
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('tokens.revoke', { name })}
            onClick={() => onOpen('revoke')}
          >
            {t('tokens.revokeAction')}
          </Button>
        </Group>
      </Group>
    </Paper>
  );
}

function Uses({ token, onClose }: { readonly token: MachineToken; readonly onClose: () => void }) {
  const { t } = useTranslation('administration');
  const formats = useFormats();
  return (
    <Dialog onClose={onClose} title={t('tokens.uses', { name: token.name })}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('tokens.day')}</Table.Th>
            <Table.Th>{t('tokens.address')}</Table.Th>
            <Table.Th>{t('tokens.count')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {token.uses.map(({ day, address, count }) => (
            <Table.Tr key={`${day} ${address}`}>
              <Table.Td>{formats.date(`${day}T12:00:00Z`)}</Table.Td>
              <Table.Td className="any-text">{address}</Table.Td>
              <Table.Td>{formats.number(count)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  );
}
