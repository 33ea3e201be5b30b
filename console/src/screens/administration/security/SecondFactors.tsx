/** The own second factors: what there is, and how it is added, renamed and removed. */
import { Badge, Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../parts/dialogs/Dialog';
import { problemOf, useChange } from '../../../api/change';
import type { Problem } from '../../../api/graphql';
import { useQuery } from '../../../api/query';
import type { FactorSetup } from '../../../api/session';
import { useFormats } from '../../../i18n/format';
import { FormDialog } from '../../../parts/dialogs/FormDialog';
import { mistakeAt, restOf } from '../../../parts/editing/mistakes';
import { Loading } from '../../../parts/Loading';
import { ProblemNotice } from '../../../parts/ProblemNotice';
import { AddFactor, RecoveryCodes } from '../../../parts/second-factor/AddFactor';
import { AskPassword } from './AskPassword';
import {
  beginSecondFactor,
  createRecoveryCodes,
  type Passkey,
  removeAuthenticator,
  removePasskey,
  renamePasskey,
  type SecondFactors as Factors,
  secondFactorsQuery,
} from './security-documents';

type Open =
  | { readonly what: 'add' | 'removeAuthenticator' | 'codes' }
  | { readonly what: 'setup'; readonly setup: FactorSetup }
  | { readonly what: 'newCodes'; readonly codes: readonly string[] }
  | { readonly what: 'rename' | 'remove'; readonly passkey: Passkey };

export function SecondFactors() {
  const { t } = useTranslation('security');
  const [{ data, error }, again] = useQuery({ query: secondFactorsQuery, variables: {} });
  const refresh = () => again({ requestPolicy: 'network-only' });
  const [open, setOpen] = useState<Open | null>(null);
  const factors = data?.ownSecondFactors;
  return (
    <Paper withBorder radius="lg" p="md" maw={720}>
      <Group justify="space-between" align="flex-start">
        <div style={{ minWidth: 0, flex: 1 }}>
          <Group gap="xs">
            <Title order={2} size="h4">
              {t('title')}
            </Title>
            {factors?.isRequired === true && (
              <Badge variant="default" tt="none">
                {t('required')}
              </Badge>
            )}
          </Group>
          <Text c="dimmed" size="sm">
            {factors?.isPossible === false ? t('notHere') : t('text')}
          </Text>
        </div>
        {factors?.isPossible === true && (
          <Button onClick={() => setOpen({ what: 'add' })}>{t('add.open')}</Button>
        )}
      </Group>
      {error !== undefined && <ProblemNotice problem={problemOf(error)} onRetry={refresh} />}
      {factors === undefined && error === undefined && <Loading shape="rows" />}
      {factors !== undefined && factors.isPossible && <FactorList factors={factors} onOpen={setOpen} />}
      {open !== null && (
        <Dialogs
          open={open}
          onOpen={setOpen}
          onClose={() => {
            setOpen(null);
            refresh();
          }}
        />
      )}
    </Paper>
  );
}

function FactorList({
  factors,
  onOpen,
}: {
  readonly factors: Factors;
  readonly onOpen: (open: Open) => void;
}) {
  const { t } = useTranslation('security');
  const formats = useFormats();
  const { authenticatorSince, passkeys, recoveryCodesLeft } = factors;
  const hasAny = authenticatorSince !== null || passkeys.length > 0;
  return (
    <Stack gap="xs" mt="md">
      {!hasAny && <Text size="sm">{t('none')}</Text>}
      {authenticatorSince !== null && (
        <Row name={t('add.authenticator')} facts={t('since', { date: formats.date(authenticatorSince) })}>
          <Small
            text={t('remove')}
            label={t('removeOf', { name: t('add.authenticator') })}
            onClick={() => onOpen({ what: 'removeAuthenticator' })}
          />
        </Row>
      )}
      {passkeys.map((passkey) => (
        <Row
          key={passkey.id}
          name={passkey.name}
          facts={
            passkey.lastUsedAt === null
              ? t('passkeyUnused', { host: passkey.host, date: formats.date(passkey.createdAt) })
              : t('passkeyUsed', { host: passkey.host, date: formats.dateTime(passkey.lastUsedAt) })
          }
        >
          <Small
            text={t('rename')}
            label={t('renameOf', { name: passkey.name })}
            onClick={() => onOpen({ what: 'rename', passkey })}
          />
          <Small
            text={t('remove')}
            label={t('removeOf', { name: passkey.name })}
            onClick={() => onOpen({ what: 'remove', passkey })}
          />
        </Row>
      ))}
      {hasAny && (
        <Row name={t('codes.label')} facts={t('codes.left', { count: recoveryCodesLeft })}>
          <Small text={t('codes.new')} label={t('codes.new')} onClick={() => onOpen({ what: 'codes' })} />
        </Row>
      )}
    </Stack>
  );
}

interface RowProps {
  readonly name: string;
  readonly facts: string;
  readonly children: ReactNode;
}

function Row({ name, facts, children }: RowProps) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <div style={{ minWidth: 0 }}>
        <Text fw={600} className="any-text">
          {name}
        </Text>
        <Text size="sm" c="dimmed" className="any-text">
          {facts}
        </Text>
      </div>
      <Group gap={4} wrap="nowrap">
        {children}
      </Group>
    </Group>
  );
}

interface SmallProps {
  readonly text: string;
  readonly label: string;
  readonly onClick: () => void;
}

function Small({ text, label, onClick }: SmallProps) {
  return (
    <Button size="compact-sm" variant="default" aria-label={label} onClick={onClick}>
      {text}
    </Button>
  );
}

interface DialogsProps {
  readonly open: Open;
  readonly onOpen: (open: Open) => void;
  readonly onClose: () => void;
}

function Dialogs({ open, onOpen, onClose }: DialogsProps) {
  const { t } = useTranslation('security');
  const begin = useChange(beginSecondFactor);
  const removeOne = useChange(removePasskey);
  const removeApp = useChange(removeAuthenticator);
  const newCodes = useChange(createRecoveryCodes);
  if (open.what === 'rename') return <Rename passkey={open.passkey} onClose={onClose} />;
  if (open.what === 'setup' || open.what === 'newCodes') {
    return (
      <Dialog
        onClose={onClose}
        title={t(open.what === 'setup' ? 'add.open' : 'codes.label')}
        closeOnClickOutside={false}
      >
        {open.what === 'setup' ? (
          <AddFactor setup={open.setup} done={t('codes.kept')} onDone={onClose} />
        ) : (
          <RecoveryCodes codes={open.codes} done={t('codes.kept')} onDone={onClose} />
        )}
      </Dialog>
    );
  }
  const words = {
    add: { title: t('add.open'), action: t('goOn') },
    codes: { title: t('codes.new'), action: t('codes.new') },
    removeAuthenticator: { title: t('removeOf', { name: t('add.authenticator') }), action: t('remove') },
    remove: { title: t('remove'), action: t('remove') },
  }[open.what];
  return (
    <AskPassword
      {...words}
      onClose={onClose}
      onSend={async (password) => {
        if (open.what === 'add') {
          const outcome = await begin({ password });
          if (!outcome.isDone) return outcome.problem;
          const { ticket, secret, uri, passkeyOptions } = outcome.value;
          onOpen({
            what: 'setup',
            setup: { ticket, secret, uri, passkeyOptions: passkeyOptions as object | null },
          });
          return null;
        }
        if (open.what === 'codes') {
          const outcome = await newCodes({ password });
          if (!outcome.isDone) return outcome.problem;
          onOpen({ what: 'newCodes', codes: outcome.value.codes });
          return null;
        }
        const outcome =
          open.what === 'remove'
            ? await removeOne({ id: open.passkey.id, password })
            : await removeApp({ password });
        if (!outcome.isDone) return outcome.problem;
        onClose();
        return null;
      }}
    />
  );
}

function Rename({ passkey, onClose }: { readonly passkey: Passkey; readonly onClose: () => void }) {
  const { t } = useTranslation('security');
  const rename = useChange(renamePasskey);
  const [name, setName] = useState(passkey.name);
  const [problem, setProblem] = useState<Problem | null>(null);
  return (
    <FormDialog
      title={t('renameOf', { name: passkey.name })}
      action={t('rename')}
      isReady={name.trim() !== ''}
      problem={restOf(problem, ['name'])}
      onClose={onClose}
      onSend={async () => {
        const outcome = await rename({ id: passkey.id, name });
        if (!outcome.isDone) return setProblem(outcome.problem);
        onClose();
      }}
    >
      <TextInput
        label={t('add.name')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={mistakeAt(problem, 'name')}
        maxLength={100}
        dir="auto"
        data-autofocus
      />
    </FormDialog>
  );
}
