/** Single sign-on: the providers of an organization, what to register at them, and what the last trial showed. */
import { Alert, Anchor, Badge, Button, Code, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemOf, useChange } from '../../../api/change';
import { useQuery } from '../../../api/query';
import { useFormats } from '../../../i18n/format';
import { Copy } from '../../../parts/Copy';
import { Confirm } from '../../../parts/dialogs/Confirm';
import { IconPlus } from '../../../parts/icons/icons';
import { ProblemNotice } from '../../../parts/ProblemNotice';
import { useTell } from '../../../parts/tell';
import { useAdministered } from '../administered';
import { ModeDialog } from './ModeDialog';
import { ProviderDialog } from './ProviderDialog';
import { SecondFactorRule } from './SecondFactorRule';
import {
  deleteSignInProvider,
  type SignInData,
  type SignInProvider,
  signInProvidersQuery,
} from './sign-in-documents';

interface Open {
  readonly what: 'edit' | 'mode' | 'delete';
  /** null for a new one. */
  readonly provider: SignInProvider | null;
}

export function SignIn() {
  const { t } = useTranslation('administration');
  const { id: organizationId } = useAdministered();
  const { tellProblem } = useTell();
  const [{ data, error }, again] = useQuery({ query: signInProvidersQuery, variables: { organizationId } });
  const refresh = () => again({ requestPolicy: 'network-only' });
  const remove = useChange(deleteSignInProvider);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const done = () => {
    close();
    refresh();
  };
  const provider = open?.provider ?? null;
  const organization = data?.organization;
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Text c="dimmed" size="sm">
          {t('signIn.text')}
        </Text>
        <Button
          leftSection={<IconPlus size={18} aria-hidden />}
          disabled={organization === undefined}
          onClick={() => setOpen({ what: 'edit', provider: null })}
        >
          {t('signIn.new')}
        </Button>
      </Group>
      {error !== undefined && <ProblemNotice problem={problemOf(error)} onRetry={refresh} />}
      {organization?.signInProviders.map((each) => (
        <ProviderCard
          key={each.id}
          provider={each}
          madeRoles={organization.madeRoles}
          onOpen={(what) => setOpen({ what, provider: each })}
        />
      ))}
      {organization?.signInProviders.length === 0 && <Text c="dimmed">{t('signIn.none')}</Text>}
      <SecondFactorRule organizationId={organizationId} />
      {open?.what === 'edit' && organization !== undefined && (
        <ProviderDialog organization={organization} provider={provider} onClose={close} onDone={done} />
      )}
      {open?.what === 'mode' && provider !== null && (
        <ModeDialog provider={provider} onClose={close} onDone={done} />
      )}
      {open?.what === 'delete' && provider !== null && (
        <Confirm
          text={t('signIn.removeText', { name: provider.name })}
          action={t('signIn.remove')}
          onClose={close}
          onYes={async () => {
            const outcome = await remove({ id: provider.id });
            if (!outcome.isDone) tellProblem(outcome.problem);
            refresh();
          }}
        />
      )}
    </Stack>
  );
}

interface CardProps {
  readonly provider: SignInProvider;
  readonly madeRoles: SignInData['madeRoles'];
  readonly onOpen: (what: Open['what']) => void;
}

function ProviderCard({ provider, madeRoles, onOpen }: CardProps) {
  const { t } = useTranslation('administration');
  const { name, issuer, mode, lastTrial } = provider;
  const addresses = [
    { label: t('signIn.startUrl'), url: provider.startUrl },
    { label: t('signIn.redirectUrl'), url: provider.redirectUrl },
    { label: t('signIn.logoutUrl'), url: provider.logoutUrl },
  ];
  return (
    <Paper withBorder radius="lg" p="md">
      <Group justify="space-between" align="flex-start">
        <div style={{ minWidth: 0 }}>
          <Group gap="xs">
            <Title order={2} size="h4" className="any-text">
              {name}
            </Title>
            <Badge variant="default" tt="none">
              {t(`signIn.mode.${mode}`)}
            </Badge>
          </Group>
          <Text size="sm" c="dimmed" className="any-text">
            {issuer}
          </Text>
        </div>
        <Group gap={4}>
          {(['mode', 'edit', 'delete'] as const).map((what) => (
            <Button
              key={what}
              size="compact-sm"
              variant="default"
              aria-label={t(`signIn.${what}Of`, { name })}
              onClick={() => onOpen(what)}
            >
              {t(`signIn.${what === 'mode' ? 'setMode' : what}`)}
            </Button>
          ))}
        </Group>
      </Group>
      <Stack gap={6} mt="sm">
        {addresses.map(({ label, url }) => (
          <div key={label}>
            <Text size="sm" fw={500}>
              {label}
            </Text>
            <Group gap="xs" wrap="nowrap">
              <Code className="any-text">{url}</Code>
              <Copy text={url} />
            </Group>
          </div>
        ))}
      </Stack>
      {mode === 'TRIAL' && (
        <Alert mt="sm" variant="light" title={t('signIn.tryTitle')}>
          <Text size="sm">
            {t('signIn.tryText')}{' '}
            <Anchor href={provider.startUrl} size="sm" underline="always">
              {t('signIn.tryNow')}
            </Anchor>
          </Text>
          {lastTrial !== null && <Trial trial={lastTrial} madeRoles={madeRoles} />}
        </Alert>
      )}
    </Paper>
  );
}

interface TrialProps {
  readonly trial: NonNullable<SignInProvider['lastTrial']>;
  readonly madeRoles: SignInData['madeRoles'];
}

function Trial({ trial, madeRoles }: TrialProps) {
  const { t } = useTranslation('administration');
  const formats = useFormats();
  const { roles, madeRoleIds, rules, refusal } = trial.outcome;
  const made = madeRoles.filter(({ id }) => madeRoleIds.includes(id));
  const names = [...roles.map((role) => t(`common:roles.${role}`)), ...made.map(({ name }) => name)];
  return (
    <Stack gap={4} mt="xs">
      <Text size="sm" fw={500}>
        {t('signIn.tried', { date: formats.dateTime(trial.triedAt) })}
      </Text>
      <Text size="sm">
        {refusal === null
          ? t('signIn.letIn', {
              roles: names.join(', '),
              rules: rules.join(', '),
            })
          : t('signIn.refused')}
      </Text>
      <Code block mah={240} style={{ overflow: 'auto' }} tabIndex={0} aria-label={t('signIn.claims')}>
        {JSON.stringify(trial.claims, null, 2)}
      </Code>
    </Stack>
  );
}
