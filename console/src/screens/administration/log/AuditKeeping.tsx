/** The operation log for auditors: as a file, for how long it is kept, and where it is sent as it grows. */
import { Button, Group, Menu, NumberInput, Paper, Stack, Switch, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemOf, useChange } from '../../../api/change';
import type { Problem } from '../../../api/graphql';
import { useQuery } from '../../../api/query';
import { useFormats } from '../../../i18n/format';
import { Copy } from '../../../parts/Copy';
import { mistakeAt, restOf } from '../../../parts/editing/mistakes';
import { saveText } from '../../../parts/editing/save';
import { IconDownload } from '../../../parts/icons/icons';
import { ProblemNotice } from '../../../parts/ProblemNotice';
import { useTell } from '../../../parts/tell';
import { AuditDelivery } from './AuditDelivery';
import { type AuditLog, auditLogQuery, exportAuditLog, setAuditDays } from './audit-documents';

const FORMATS = [
  ['JSONL', 'jsonl', 'application/jsonl'],
  ['CEF', 'log', 'text/plain'],
] as const;
const A_YEAR = 365;
const LEAST_DAYS = 30;

export function AuditKeeping({ organizationId }: { readonly organizationId: string }) {
  const { t } = useTranslation('administration');
  const [{ data, error }, again] = useQuery({ query: auditLogQuery, variables: { organizationId } });
  const refresh = () => again({ requestPolicy: 'network-only' });
  if (error !== undefined) return <ProblemNotice problem={problemOf(error)} onRetry={refresh} />;
  if (data === undefined) return null;
  const log = data.organization.auditLog;
  const { auditDays } = data.recordKeeping;
  return (
    <Paper withBorder radius="lg" p="md">
      <Stack gap="md">
        <Group justify="space-between" align="flex-start">
          <Title order={2} size="h4">
            {t('audit.title')}
          </Title>
          <Download log={log} onDone={refresh} />
        </Group>
        <Head log={log} />
        <Days key={String(auditDays)} organizationId={organizationId} days={auditDays} onDone={refresh} />
        <AuditDelivery key={JSON.stringify(log.delivery)} log={log} onDone={refresh} />
      </Stack>
    </Paper>
  );
}

/** Kept elsewhere, the hash proves later that nothing before it was changed. */
function Head({ log: { number, hash } }: { readonly log: AuditLog }) {
  const { t } = useTranslation('administration');
  const formats = useFormats();
  if (hash === null) return null;
  return (
    <Group gap="xs" wrap="nowrap">
      <Text size="sm" c="dimmed" className="any-text">
        {t('audit.head', { number: formats.number(number) })}
      </Text>
      <Copy text={`${number}:${hash}`} />
    </Group>
  );
}

function Download({ log, onDone }: { readonly log: AuditLog; readonly onDone: () => void }) {
  const { t } = useTranslation('administration');
  const { tellProblem } = useTell();
  const read = useChange(exportAuditLog);
  const [isBusy, setBusy] = useState(false);
  const { organizationId } = log;
  const save = async ([format, ending, type]: (typeof FORMATS)[number]) => {
    setBusy(true);
    const parts: string[] = [];
    let after: number | null = null;
    for (;;) {
      const outcome = await read({ organizationId, format, after });
      if (!outcome.isDone) {
        tellProblem(outcome.problem);
        break;
      }
      parts.push(outcome.value.content);
      after = outcome.value.through;
      if (!outcome.value.isWhole) continue;
      saveText(`audit-${organizationId}.${ending}`, parts.join(''), type);
      break;
    }
    setBusy(false);
    onDone();
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" loading={isBusy} leftSection={<IconDownload size={16} aria-hidden />}>
          {t('audit.download')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FORMATS.map((format) => (
          <Menu.Item key={format[0]} onClick={() => void save(format)}>
            {t(`audit.format.${format[0]}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface DaysProps {
  readonly organizationId: string;
  readonly days: number | null;
  readonly onDone: () => void;
}

function Days({ organizationId, days, onDone }: DaysProps) {
  const { t } = useTranslation('administration');
  const { tellDone } = useTell();
  const update = useChange(setAuditDays);
  const [isLimited, setLimited] = useState(days !== null);
  const [wanted, setWanted] = useState<number | string>(days ?? A_YEAR);
  const [problem, setProblem] = useState<Problem | null>(null);
  const rest = restOf(problem, ['auditDays']);
  const save = async () => {
    const outcome = await update({ organizationId, auditDays: isLimited ? Number(wanted) : null });
    setProblem(outcome.isDone ? null : outcome.problem);
    if (!outcome.isDone) return;
    tellDone(t('saved'));
    onDone();
  };
  const isReady = isLimited ? Number(wanted) >= LEAST_DAYS && Number(wanted) !== days : days !== null;
  return (
    <Stack gap="xs">
      <Switch
        label={t('audit.limited')}
        checked={isLimited}
        onChange={(event) => setLimited(event.currentTarget.checked)}
      />
      <Group align="flex-end">
        {isLimited && (
          <NumberInput
            label={t('audit.days')}
            description={t('audit.daysText')}
            min={LEAST_DAYS}
            max={36_500}
            allowDecimal={false}
            value={wanted}
            onChange={setWanted}
            error={mistakeAt(problem, 'auditDays')}
            maw={280}
          />
        )}
        {isReady && (
          <Button variant="default" onClick={() => void save()}>
            {t('save')}
          </Button>
        )}
      </Group>
      {rest !== null && <ProblemNotice problem={rest} />}
    </Stack>
  );
}
