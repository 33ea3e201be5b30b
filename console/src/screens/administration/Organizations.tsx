/** The organization itself, its credits, and the ones below it. */
import { Button, Group, Paper, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import { IconArrowsLeftRight, IconPlus, IconSettings } from '../../parts/icons/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../i18n/format';
import type { Administered } from './administration';
import { MoveCredits, NewOrganization } from './OrganizationDialogs';
import { Brand } from './Brand';
import { OwnOrganization } from './OwnOrganization';
import { Publishing } from './Publishing';

interface Props {
  readonly data: Administered;
  readonly onChange: () => void;
  /** Administers another organization. */
  readonly onOpen: (id: string) => void;
}

export function Organizations({ data, onChange, onOpen }: Props) {
  const { organization, account } = data;
  const [dialog, setDialog] = useState<'new' | { readonly id: string; readonly name: string } | null>(null);
  const children = organization.organizations.nodes;
  const facts = useCreditFacts(account);
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 2, md: 4 }} component="dl" m={0}>
        {facts.map(({ name, value }) => (
          <Paper key={name} withBorder radius="lg" p="md">
            <Text component="dt" size="sm" c="dimmed">
              {name}
            </Text>
            <Text component="dd" m={0} fz={24} fw={650}>
              {value}
            </Text>
          </Paper>
        ))}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <OwnOrganization
          organization={organization}
          onDeleted={(parentId) => {
            onOpen(parentId);
            onChange();
          }}
        />
        <Brand organization={organization} onChanged={onChange} />
        <Publishing rule={data.publishingRule} onChanged={onChange} />
        <CreditHistory account={account} organization={organization} />
      </SimpleGrid>
      <Below onDialog={setDialog} organizations={children} onOpen={onOpen} />
      {dialog === 'new' && (
        <NewOrganization
          parent={organization}
          onClose={() => setDialog(null)}
          onDone={() => {
            setDialog(null);
            onChange();
          }}
        />
      )}
      {dialog !== null && dialog !== 'new' && (
        <MoveCredits
          {...dialog}
          onClose={() => setDialog(null)}
          onDone={() => {
            setDialog(null);
            onChange();
          }}
        />
      )}
    </Stack>
  );
}

function useCreditFacts(account: Administered['account']) {
  const { t } = useTranslation('administration');
  const formats = useFormats();
  const facts = [
    { name: t('credits.contract'), value: t(`accountType.${account.accountType}`) },
    { name: t('credits.active'), value: formats.number(account.activePages) },
    {
      name: t('credits.left'),
      value:
        account.remainingCredit === null ? t('credits.unlimited') : formats.number(account.remainingCredit),
    },
    {
      name: t('credits.until'),
      value: account.validityDate === null ? t('credits.noEnd') : formats.date(account.validityDate),
    },
  ];
  const { storageBytes, scansThisMonth } = account;
  const limited = (name: string, { used, limit }: typeof storageBytes, write: (value: number) => string) =>
    limit === null ? [] : [{ name, value: t('credits.used', { used: write(used), limit: write(limit) }) }];
  return [
    ...facts,
    ...limited(t('credits.storage'), storageBytes, formats.bytes),
    ...limited(t('credits.scans'), scansThisMonth, formats.number),
  ];
}

interface BelowProps {
  readonly onDialog: (next: 'new' | { readonly id: string; readonly name: string } | null) => void;
  readonly organizations: Administered['organization']['organizations']['nodes'];
  readonly onOpen: Props['onOpen'];
}

function Below({ onDialog, organizations, onOpen }: BelowProps) {
  const { t } = useTranslation('administration');
  const formats = useFormats();
  return (
    <Paper withBorder radius="lg" p="md">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {t('below.title')}
        </Title>
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => onDialog('new')}>
          {t('below.new')}
        </Button>
      </Group>
      {organizations.length === 0 ? (
        <Text c="dimmed">{t('below.none')}</Text>
      ) : (
        <Table.ScrollContainer minWidth={480}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('below.name')}</Table.Th>
                <Table.Th scope="col">{t('credits.contract')}</Table.Th>
                <Table.Th scope="col" ta="right">
                  {t('credits.left')}
                </Table.Th>
                <Table.Td />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {organizations.map(({ id, name, accountType, totalCredit, totalDebit }) => (
                <Table.Tr key={id}>
                  <Table.Th scope="row" fw={600} className="any-text">
                    {name}
                  </Table.Th>
                  <Table.Td>{t(`accountType.${accountType}`)}</Table.Td>
                  <Table.Td ta="right">{formats.number(totalCredit - totalDebit)}</Table.Td>
                  <Table.Td ta="right">
                    <BelowTools onOpen={onOpen} id={id} name={name} onMoveCredits={onDialog} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Paper>
  );
}

interface BelowToolsProps {
  readonly onOpen: Props['onOpen'];
  readonly id: string;
  readonly name: string;
  readonly onMoveCredits: (next: 'new' | { readonly id: string; readonly name: string } | null) => void;
}

function BelowTools({ onOpen, id, name, onMoveCredits }: BelowToolsProps) {
  const { t } = useTranslation('administration');
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <Button
        size="xs"
        leftSection={<IconSettings size={14} aria-hidden />}
        onClick={() => onOpen(id)}
        aria-label={t('below.openOf', { name: name.slice(0, 80) })}
      >
        {t('below.open')}
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconArrowsLeftRight size={14} aria-hidden />}
        onClick={() => onMoveCredits({ id, name })}
      >
        {t('credits.move')}
      </Button>
    </Group>
  );
}

interface CreditHistoryProps {
  readonly account: Administered['account'];
  readonly organization: Administered['organization'];
}

function CreditHistory({ account, organization }: CreditHistoryProps) {
  const { t } = useTranslation('administration');
  const formats = useFormats();
  return (
    <Paper withBorder radius="lg" p="md">
      <Title order={2} size="h4" mb="sm">
        {t('credits.history')}
      </Title>
      {account.remainingCredit === null && organization.creditMovements.nodes.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('credits.notCounted')}
        </Text>
      )}
      {organization.creditMovements.nodes.length === 0 ? (
        <Text c="dimmed">{t('credits.none')}</Text>
      ) : (
        <Table>
          <Table.Tbody>
            {organization.creditMovements.nodes.map(({ id, createdAt, amount, otherName, userName }) => (
              <Table.Tr key={id}>
                <Table.Td>{formats.dateTime(createdAt)}</Table.Td>
                <Table.Td className="any-text">{otherName ?? userName ?? t('credits.platform')}</Table.Td>
                <Table.Td ta="right" fw={600}>
                  {amount > 0 ? `+${formats.number(amount)}` : formats.number(amount)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Paper>
  );
}
