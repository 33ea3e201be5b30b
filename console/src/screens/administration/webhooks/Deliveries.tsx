/** Messages to an address, the answers, and when they are sent again. */
import { Badge, Button, Code, Group, Stack, Table, Text } from '@mantine/core';
import { Dialog } from '../../../parts/dialogs/Dialog';
import { IconRefresh } from '../../../parts/icons/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../../api/change';
import type { Problem } from '../../../api/graphql';
import { useFormats } from '../../../i18n/format';
import { Copy } from '../../../parts/Copy';
import { ProblemNotice } from '../../../parts/ProblemNotice';
import { type DeliveryRow, redeliverWebhook } from './webhook-documents';

const FEW = 5;
const COLORS = { DELIVERED: '#1d6b31', FAILED: 'red.9', WAITING: 'gray.7' } as const;

interface Props {
  readonly deliveries: readonly DeliveryRow[];
  readonly onChange: () => void;
}

export function Deliveries({ deliveries, onChange }: Props) {
  const { t } = useTranslation('administration');
  const formats = useFormats();
  const [isWhole, setWhole] = useState(false);
  const [openId, setOpenId] = useState<string | null>(null);
  const open = deliveries.find(({ id }) => id === openId);
  if (deliveries.length === 0) return null;
  return (
    <>
      <Table.ScrollContainer minWidth={440}>
        <Table mt="sm">
          <Table.Tbody>
            {deliveries.slice(0, isWhole ? deliveries.length : FEW).map((delivery) => (
              <Table.Tr key={delivery.id}>
                <Table.Td>{formats.dateTime(delivery.createdAt)}</Table.Td>
                <Table.Td>{t(`event.${delivery.event}`)}</Table.Td>
                <Table.Td>
                  <State delivery={delivery} />
                </Table.Td>
                <Table.Td ta="right">
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() => setOpenId(delivery.id)}
                    aria-label={t('delivery.showOf', {
                      event: t(`event.${delivery.event}`),
                      date: formats.dateTime(delivery.createdAt),
                    })}
                  >
                    {t('delivery.show')}
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {!isWhole && deliveries.length > FEW && (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
          {t('delivery.all', { count: deliveries.length })}
        </Button>
      )}
      {open !== undefined && (
        <DeliveryDialog delivery={open} onClose={() => setOpenId(null)} onChange={onChange} />
      )}
    </>
  );
}

function State({ delivery: { state, lastStatus } }: { readonly delivery: DeliveryRow }) {
  const { t } = useTranslation('administration');
  return (
    <Group gap={6} wrap="nowrap">
      <Badge color={COLORS[state]} tt="none">
        {t(`deliveryState.${state}`)}
      </Badge>
      {lastStatus !== null && <Text size="sm">{lastStatus}</Text>}
    </Group>
  );
}

interface DialogProps {
  readonly delivery: DeliveryRow;
  readonly onClose: () => void;
  readonly onChange: () => void;
}

function DeliveryDialog({ delivery, onClose, onChange }: DialogProps) {
  const { t } = useTranslation('administration');
  const formats = useFormats();
  const redeliver = useChange(redeliverWebhook);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { event, payload, state, attempts, nextAttempt, lastStatus, lastError, createdAt } = delivery;
  const sendAgain = async () => {
    setBusy(true);
    const outcome = await redeliver({ id: delivery.id });
    setBusy(false);
    setProblem(outcome.isDone ? null : outcome.problem);
    onChange();
  };
  const answer =
    lastStatus !== null
      ? t('delivery.answered', { status: lastStatus })
      : (lastError ?? t(attempts === 0 ? 'delivery.notSent' : 'delivery.noAnswer'));
  const text = indented(payload);
  return (
    <Dialog size="lg" onClose={onClose} title={t(`event.${event}`)}>
      <Stack gap="sm">
        <Group gap="sm">
          <State delivery={delivery} />
          <Text size="sm" c="dimmed">
            {t('delivery.attempts', { count: attempts, date: formats.dateTime(createdAt) })}
          </Text>
        </Group>
        <Answer answer={answer} state={state} nextAttempt={nextAttempt} />
        <Group justify="space-between">
          <Text fw={600}>{t('delivery.sent')}</Text>
          <Copy text={text} />
        </Group>
        <Code block className="any-text" mah={320} style={{ overflow: 'auto' }} tabIndex={0}>
          {text}
        </Code>
        {problem !== null && <ProblemNotice problem={problem} />}
        <Group justify="flex-end">
          <Button
            leftSection={<IconRefresh size={18} aria-hidden />}
            loading={isBusy}
            onClick={() => void sendAgain()}
          >
            {t('webhooks.again')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

interface AnswerProps {
  readonly answer: string;
  readonly state: 'DELIVERED' | 'FAILED' | 'WAITING';
  readonly nextAttempt: string;
}

function Answer({ answer, state, nextAttempt }: AnswerProps) {
  const { t } = useTranslation('administration');
  const formats = useFormats();
  return (
    <div>
      <Text fw={600}>{t('delivery.answer')}</Text>
      <Text size="sm" className="any-text">
        {answer}
      </Text>
      {state === 'WAITING' && (
        <Text size="sm" c="dimmed">
          {t('delivery.next', { date: formats.dateTime(nextAttempt) })}
        </Text>
      )}
    </div>
  );
}

/** The JSON for people to read. */
function indented(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
}
