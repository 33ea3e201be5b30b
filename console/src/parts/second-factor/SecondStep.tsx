/** The second step of a log-in: a code or a passkey; for somebody who has to have one and has none, its setup. */
import { Alert, Anchor, Button, Divider, Stack, Text, TextInput } from '@mantine/core';
import { lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { canUsePasskeys, PasskeyCancelled, signWithPasskey } from '../../api/second-factor';
import { LoginRefused, type LoginStep, session } from '../../api/session';
import { AccessForm } from '../AccessForm';
import { textOfProblem } from '../ProblemNotice';

const FirstFactor = lazy(async () => ({ default: (await import('./FirstFactor')).FirstFactor }));

interface Props {
  readonly step: LoginStep;
  readonly onDone: () => void;
  /** Back to name and password. */
  readonly onBegin: () => void;
}

export function SecondStep({ step, onDone, onBegin }: Props) {
  const { t } = useTranslation('security');
  if (step.setup !== null) return <FirstFactor setup={step.setup} onDone={onDone} />;
  const mayType = step.kinds.some((kind) => kind !== 'PASSKEY');
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t('step.text')}
      </Text>
      {step.passkeyOptions !== null && canUsePasskeys() && (
        <>
          <ByPasskey ticket={step.ticket} options={step.passkeyOptions} onDone={onDone} />
          {mayType && <Divider label={t('step.or')} />}
        </>
      )}
      {mayType ? (
        <ByCode ticket={step.ticket} onDone={onDone} />
      ) : (
        step.kinds.length === 0 && <Alert color="orange">{t('step.nothing')}</Alert>
      )}
      <Anchor component="button" type="button" size="sm" onClick={onBegin}>
        {t('step.begin')}
      </Anchor>
    </Stack>
  );
}

function ByCode({ ticket, onDone }: { readonly ticket: string; readonly onDone: () => void }) {
  const { t } = useTranslation('security');
  const [code, setCode] = useState('');
  return (
    <AccessForm
      action={t('step.send')}
      unreached={t('common:connection.text')}
      refusals={{ INVALID_GRANT: t('step.wrong') }}
      onSend={async () => {
        await session.finish(ticket, { code });
        onDone();
      }}
    >
      <TextInput
        label={t('step.code')}
        description={t('step.codeText')}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
        withAsterisk={false}
        data-autofocus
      />
    </AccessForm>
  );
}

interface PasskeyProps {
  readonly ticket: string;
  readonly options: object;
  readonly onDone: () => void;
}

function ByPasskey({ ticket, options, onDone }: PasskeyProps) {
  const { t } = useTranslation('security');
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    setRefusal(null);
    try {
      await session.finish(ticket, { passkey: await signWithPasskey(options) });
      onDone();
    } catch (error) {
      if (error instanceof PasskeyCancelled) setRefusal(t('step.cancelled'));
      else if (!(error instanceof LoginRefused)) setRefusal(t('common:connection.text'));
      else setRefusal(error.code === 'INVALID_GRANT' ? t('step.passkeyRefused') : textOfProblem(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button size="md" loading={isBusy} onClick={() => void send()}>
        {t('step.passkey')}
      </Button>
      {refusal !== null && (
        <Alert color="red" variant="light" role="alert">
          {refusal}
        </Alert>
      )}
    </>
  );
}
