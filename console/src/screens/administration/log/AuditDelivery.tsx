/** Where the operation log is sent as it grows, and whether it arrives. */
import { Alert, Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../../api/change';
import type { Problem } from '../../../api/graphql';
import { useFormats } from '../../../i18n/format';
import { mistakeAt, restOf } from '../../../parts/editing/mistakes';
import { ProblemNotice } from '../../../parts/ProblemNotice';
import { Secret } from '../../../parts/Secret';
import { useTell } from '../../../parts/tell';
import { type AuditLog, removeAuditDelivery, setAuditDelivery } from './audit-documents';

type Where = 'NOWHERE' | 'BUCKET' | 'ADDRESS';

interface Props {
  readonly log: AuditLog;
  readonly onDone: () => void;
}

export function AuditDelivery({ log, onDone }: Props) {
  const { t } = useTranslation('administration');
  const { delivery, offersBucket } = log;
  const before: Where = delivery?.target ?? 'NOWHERE';
  const [where, setWhere] = useState<Where>(before);
  const [url, setUrl] = useState(delivery?.url ?? 'https://');
  const { save, problem } = useSaved(log, onDone);
  const rest = restOf(problem, ['url']);
  const offered: readonly Where[] =
    offersBucket || before === 'BUCKET' ? ['NOWHERE', 'BUCKET', 'ADDRESS'] : ['NOWHERE', 'ADDRESS'];
  const isChanged = where !== before || (where === 'ADDRESS' && url.trim() !== delivery?.url);
  return (
    <Stack gap="xs">
      <Radio.Group
        label={t('audit.send')}
        description={t('audit.sendText')}
        value={where}
        onChange={(value) => setWhere(value)}
      >
        {offered.map((each) => (
          <Radio key={each} value={each} mt="xs" label={t(`audit.where.${each}`)} />
        ))}
      </Radio.Group>
      {where === 'ADDRESS' && (
        <TextInput
          label={t('audit.url')}
          type="url"
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
          error={mistakeAt(problem, 'url')}
          maw={480}
        />
      )}
      {rest !== null && <ProblemNotice problem={rest} />}
      {isChanged && (
        <Group>
          <Button variant="default" onClick={() => void save(where, url.trim())}>
            {t('save')}
          </Button>
        </Group>
      )}
      {delivery !== null && !isChanged && <Progress log={log} />}
    </Stack>
  );
}

function useSaved({ organizationId }: AuditLog, onDone: () => void) {
  const { t } = useTranslation('administration');
  const { tellDone } = useTell();
  const set = useChange(setAuditDelivery);
  const remove = useChange(removeAuditDelivery);
  const [problem, setProblem] = useState<Problem | null>(null);
  const save = async (where: Where, url: string) => {
    const outcome =
      where === 'NOWHERE'
        ? await remove({ organizationId })
        : await set({ organizationId, target: where, url: where === 'ADDRESS' ? url : null, isActive: true });
    setProblem(outcome.isDone ? null : outcome.problem);
    if (!outcome.isDone) return;
    tellDone(t('saved'));
    onDone();
  };
  return { save, problem };
}

function Progress({ log: { delivery, number } }: { readonly log: AuditLog }) {
  const { t } = useTranslation('administration');
  const formats = useFormats();
  if (delivery === null) return null;
  const { secret, lastError, deliveredThrough, deliveredAt, nextAttemptAt } = delivery;
  const counts = { through: formats.number(deliveredThrough), number: formats.number(number) };
  return (
    <Stack gap="xs">
      {secret !== null && (
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            {t('webhooks.secret')}
          </Text>
          <Secret text={secret} label={t('webhooks.secret')} />
        </Group>
      )}
      <Text size="sm">
        {deliveredAt === null
          ? t('audit.waits')
          : t('audit.arrived', { ...counts, date: formats.dateTime(deliveredAt) })}
      </Text>
      {lastError !== null && (
        <Alert color="orange" role="status" title={t('audit.fails')}>
          <Text size="sm" className="any-text">
            {lastError}
          </Text>
          {nextAttemptAt !== null && (
            <Text size="sm">{t('audit.again', { date: formats.dateTime(nextAttemptAt) })}</Text>
          )}
        </Alert>
      )}
    </Stack>
  );
}
