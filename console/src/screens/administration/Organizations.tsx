/** The organization itself, its credits, and the ones below it. */
import {
  Button,
  Group,
  NumberInput,
  Paper,
  Select,
  SimpleGrid,
  Stack,
  Table,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { IconArrowsLeftRight, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../api/change';
import type { Problem } from '../../api/graphql';
import { useFormats } from '../../i18n/format';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { useTell } from '../../parts/tell';
import { type Administered, createOrganization, transferCredit, updateOrganization } from './administration';
import { mistakeAt, restOf } from './mistakes';
import { FormDialog } from './FormDialog';

interface Props {
  readonly data: Administered;
  readonly onChange: () => void;
}

export function Organizations({ data, onChange }: Props) {
  const { t } = useTranslation('administration');
  const formats = useFormats();
  const { organization, account } = data;
  const [dialog, setDialog] = useState<'new' | { readonly id: string; readonly name: string } | null>(null);
  const children = organization.organizations.nodes;
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
        <OwnOrganization key={organization.version} organization={organization} />
        <Paper withBorder radius="lg" p="md">
          <Title order={2} size="h4" mb="sm">
            {t('credits.history')}
          </Title>
          {organization.creditMovements.nodes.length === 0 ? (
            <Text c="dimmed">{t('credits.none')}</Text>
          ) : (
            <Table>
              <Table.Tbody>
                {organization.creditMovements.nodes.map(({ id, date, amount, otherName, userName }) => (
                  <Table.Tr key={id}>
                    <Table.Td>{formats.dateTime(date)}</Table.Td>
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
      </SimpleGrid>
      <Paper withBorder radius="lg" p="md">
        <Group justify="space-between" mb="sm">
          <Title order={2} size="h4">
            {t('below.title')}
          </Title>
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setDialog('new')}>
            {t('below.new')}
          </Button>
        </Group>
        {children.length === 0 ? (
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
                {children.map(({ id, name, accountType, totalCredit, totalDebit }) => (
                  <Table.Tr key={id}>
                    <Table.Th scope="row" fw={600} className="any-text">
                      {name}
                    </Table.Th>
                    <Table.Td>{t(`accountType.${accountType}`)}</Table.Td>
                    <Table.Td ta="right">{formats.number(totalCredit - totalDebit)}</Table.Td>
                    <Table.Td ta="right">
                      <Button
                        size="xs"
                        variant="default"
                        leftSection={<IconArrowsLeftRight size={14} aria-hidden />}
                        onClick={() => setDialog({ id, name })}
                      >
                        {t('credits.move')}
                      </Button>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </Paper>
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

function OwnOrganization({ organization }: { readonly organization: Administered['organization'] }) {
  const { t } = useTranslation('administration');
  const { tellDone } = useTell();
  const update = useChange(updateOrganization);
  const [name, setName] = useState(organization.name);
  const [timeZone, setTimeZone] = useState(organization.timeZone);
  const [problem, setProblem] = useState<Problem | null>(null);
  const save = async () => {
    const outcome = await update({
      id: organization.id,
      patch: { name: name.trim(), timeZone },
      ifVersion: organization.version,
    });
    setProblem(outcome.isDone ? null : outcome.problem);
    if (outcome.isDone) tellDone(t('saved'));
  };
  const rest = restOf(problem, ['name', 'timeZone']);
  return (
    <Paper withBorder radius="lg" p="md">
      <Title order={2} size="h4" mb="sm">
        {t('own.title')}
      </Title>
      <Stack gap="sm">
        <TextInput
          label={t('below.name')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={mistakeAt(problem, 'name')}
          dir="auto"
        />
        <Select
          label={t('own.timeZone')}
          description={t('own.timeZoneText')}
          searchable
          value={timeZone}
          onChange={(value) => setTimeZone(value ?? organization.timeZone)}
          data={[...new Set([organization.timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])]}
          allowDeselect={false}
          limit={60}
          error={mistakeAt(problem, 'timeZone')}
        />
        {rest !== null && <ProblemNotice problem={rest} />}
        <Group justify="flex-end">
          <Button onClick={() => void save()} disabled={name.trim() === ''}>
            {t('save')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

interface DialogProps {
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function NewOrganization({
  parent,
  onClose,
  onDone,
}: DialogProps & { readonly parent: Administered['organization'] }) {
  const { t } = useTranslation('administration');
  const create = useChange(createOrganization);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  return (
    <FormDialog
      title={t('below.new')}
      action={t('below.create')}
      isReady={name.trim() !== ''}
      problem={restOf(problem, ['name'])}
      onClose={onClose}
      onSend={async () => {
        const { id: parentId, languageCode, timeZone } = parent;
        const outcome = await create({ input: { name: name.trim(), parentId, languageCode, timeZone } });
        if (outcome.isDone) onDone();
        else setProblem(outcome.problem);
      }}
    >
      <TextInput
        label={t('below.name')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={mistakeAt(problem, 'name')}
        dir="auto"
        data-autofocus
      />
    </FormDialog>
  );
}

function MoveCredits({
  id,
  name,
  onClose,
  onDone,
}: DialogProps & { readonly id: string; readonly name: string }) {
  const { t } = useTranslation('administration');
  const transfer = useChange(transferCredit);
  const [amount, setAmount] = useState<number | string>(100);
  const [direction, setDirection] = useState<'Give' | 'Take'>('Give');
  const [problem, setProblem] = useState<Problem | null>(null);
  return (
    <FormDialog
      title={t('credits.moveTitle', { name })}
      action={t('credits.move')}
      isReady={Number(amount) >= 1}
      problem={restOf(problem, ['amount'])}
      onClose={onClose}
      onSend={async () => {
        const outcome = await transfer({ organizationId: id, amount: Number(amount), direction });
        if (outcome.isDone) onDone();
        else setProblem(outcome.problem);
      }}
    >
      <Select
        label={t('credits.direction')}
        value={direction}
        onChange={(value) => setDirection(value === 'Take' ? 'Take' : 'Give')}
        data={(['Give', 'Take'] as const).map((value) => ({ value, label: t(`direction.${value}`) }))}
        allowDeselect={false}
      />
      <NumberInput
        label={t('credits.pages')}
        min={1}
        allowDecimal={false}
        value={amount}
        onChange={setAmount}
        error={mistakeAt(problem, 'amount')}
      />
    </FormDialog>
  );
}
