/** An authenticator or a passkey is set up, then the recovery codes are shown once. */
import { Alert, Button, Code, Group, List, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  addAuthenticator,
  addPasskey,
  canUsePasskeys,
  makePasskey,
  PasskeyCancelled,
} from '../../api/second-factor';
import { type FactorSetup, LoginRefused } from '../../api/session';
import { AccessForm } from '../AccessForm';
import { Copy } from '../Copy';
import { QrCode } from '../QrCode';

interface Props {
  readonly setup: FactorSetup;
  /** On the last button. */
  readonly done: string;
  readonly onDone: () => Promise<void> | void;
}

export function AddFactor({ setup, done, onDone }: Props) {
  const { t } = useTranslation('security');
  const [way, setWay] = useState<'authenticator' | 'passkey'>('authenticator');
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null) return <RecoveryCodes codes={codes} done={done} onDone={onDone} />;
  const mayHavePasskey = setup.passkeyOptions !== null && canUsePasskeys();
  const added = async (made: readonly string[]) => {
    if (made.length === 0) await onDone();
    else setCodes(made);
  };
  return (
    <Stack gap="sm">
      <SegmentedControl
        fullWidth
        aria-label={t('add.way')}
        value={way}
        onChange={(chosen) => setWay(chosen === 'passkey' ? 'passkey' : 'authenticator')}
        data={[
          { value: 'authenticator', label: t('add.authenticator') },
          { value: 'passkey', label: t('add.passkey') },
        ]}
      />
      {way === 'authenticator' && <NewAuthenticator setup={setup} onAdded={added} />}
      {way === 'passkey' && mayHavePasskey && <NewPasskey setup={setup} onAdded={added} />}
      {way === 'passkey' && !mayHavePasskey && <Alert color="orange">{t('add.noPasskeys')}</Alert>}
    </Stack>
  );
}

interface WayProps {
  readonly setup: FactorSetup;
  readonly onAdded: (codes: readonly string[]) => Promise<void>;
}

function NewAuthenticator({ setup, onAdded }: WayProps) {
  const { t } = useTranslation('security');
  const [code, setCode] = useState('');
  return (
    <AccessForm
      action={t('add.send')}
      unreached={t('common:connection.text')}
      refusals={{ INVALID_GRANT: t('add.old') }}
      onSend={async () => onAdded(await addAuthenticator(setup.ticket, code))}
    >
      <Text size="sm">{t('add.scan')}</Text>
      <Group justify="center">
        <QrCode text={setup.uri} label={t('add.qr')} size={200} />
      </Group>
      <div>
        <Text size="sm">{t('add.type')}</Text>
        <Group gap="xs" wrap="nowrap">
          <Code className="any-text">{setup.secret.replace(/(.{4})(?=.)/g, '$1 ')}</Code>
          <Copy text={setup.secret} />
        </Group>
      </div>
      <TextInput
        label={t('add.code')}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        withAsterisk={false}
      />
    </AccessForm>
  );
}

function NewPasskey({ setup, onAdded }: WayProps) {
  const { t } = useTranslation('security');
  const [name, setName] = useState('');
  return (
    <AccessForm
      action={t('add.make')}
      unreached={t('common:connection.text')}
      refusals={{ INVALID_GRANT: t('add.old'), CANCELLED: t('step.cancelled') }}
      onSend={async () => {
        const passkey = await makePasskey(setup.passkeyOptions ?? {}).catch((error: unknown) => {
          throw error instanceof PasskeyCancelled ? new LoginRefused('CANCELLED', '') : error;
        });
        await onAdded(await addPasskey(setup.ticket, name, passkey));
      }}
    >
      <Text size="sm">{t('add.passkeyText')}</Text>
      <TextInput
        label={t('add.name')}
        placeholder={t('add.nameExample')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={100}
        dir="auto"
        required
        withAsterisk={false}
      />
    </AccessForm>
  );
}

interface CodesProps {
  readonly codes: readonly string[];
  readonly done: string;
  readonly onDone: () => Promise<void> | void;
}

export function RecoveryCodes({ codes, done, onDone }: CodesProps) {
  const { t } = useTranslation('security');
  const text = codes.join('\n');
  return (
    <Stack gap="sm">
      <Text size="sm">{t('codes.text')}</Text>
      <List listStyleType="none" aria-label={t('codes.label')} style={{ columns: 2 }}>
        {codes.map((code) => (
          <List.Item key={code}>
            <Code fz="md">{code}</Code>
          </List.Item>
        ))}
      </List>
      <Group gap="xs">
        <Copy text={text} />
        <Button
          component="a"
          variant="default"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download="loupe-recovery-codes.txt"
        >
          {t('codes.save')}
        </Button>
      </Group>
      <Button onClick={() => void onDone()}>{done}</Button>
    </Stack>
  );
}
