/** Addresses of other programs that are told of events. */
import {
  ActionIcon,
  Badge,
  Button,
  Checkbox,
  Code,
  Group,
  Paper,
  Stack,
  Switch,
  Table,
  Text,
  TextInput,
} from '@mantine/core';
import { IconPlus, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { problemOf, useChange } from '../../api/change';
import type { Problem } from '../../api/graphql';
import { useViewer } from '../../api/session';
import { useFormats } from '../../i18n/format';
import { Confirm } from '../../parts/Confirm';
import { Loading } from '../../parts/Loading';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { useTell } from '../../parts/tell';
import {
  createWebhook,
  deleteWebhook,
  redeliverWebhook,
  updateWebhook,
  type WebhookRow,
  webhooksQuery,
} from './webhook-documents';
import { mistakeAt, restOf } from './mistakes';
import { FormDialog } from './FormDialog';
import { Copy } from './Keys';

const EVENTS = ['DOCUMENT_READY', 'DOCUMENT_FAILED', 'CREDIT_LOW', 'CONFLICT_FOUND', 'IMPORT_DONE'] as const;
const MOST_DELIVERIES = 5;

export function Webhooks() {
  const { t } = useTranslation('administration');
  const { organization } = useViewer();
  const [isNew, setNew] = useState(false);
  const [{ data, error }, again] = useQuery({
    query: webhooksQuery,
    variables: { organizationId: organization.id },
  });
  const refresh = () => again({ requestPolicy: 'network-only' });
  if (error !== undefined) return <ProblemNotice problem={problemOf(error)} onRetry={refresh} />;
  if (data === undefined) return <Loading />;
  return (
    <Stack>
      <Group justify="space-between">
        <Text c="dimmed">{t('webhooks.text')}</Text>
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setNew(true)}>
          {t('webhooks.new')}
        </Button>
      </Group>
      {data.organization.webhooks.length === 0 && <Text>{t('webhooks.none')}</Text>}
      {data.organization.webhooks.map((webhook) => (
        <WebhookCard key={webhook.id} webhook={webhook} onChange={refresh} />
      ))}
      {isNew && (
        <NewWebhook
          organizationId={organization.id}
          onClose={() => setNew(false)}
          onDone={() => {
            setNew(false);
            refresh();
          }}
        />
      )}
    </Stack>
  );
}

function WebhookCard({ webhook, onChange }: { readonly webhook: WebhookRow; readonly onChange: () => void }) {
  const { t } = useTranslation('administration');
  const formats = useFormats();
  const { tellProblem } = useTell();
  const update = useChange(updateWebhook);
  const remove = useChange(deleteWebhook);
  const redeliver = useChange(redeliverWebhook);
  const [isAsked, setAsked] = useState(false);
  const done = (outcome: { readonly isDone: boolean; readonly problem?: Problem }) => {
    if (outcome.problem !== undefined) tellProblem(outcome.problem);
    onChange();
  };
  return (
    <Paper withBorder radius="lg" p="md">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text fw={600} className="any-text">
          {webhook.url}
        </Text>
        <Group gap="xs" wrap="nowrap">
          <Switch
            aria-label={t('webhooks.active', { url: webhook.url })}
            checked={webhook.isActive}
            onChange={(event) => {
              const patch = { isActive: event.currentTarget.checked };
              void update({ id: webhook.id, patch }).then(done);
            }}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('webhooks.remove', { url: webhook.url })}
            onClick={() => setAsked(true)}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </Group>
      </Group>
      <Group gap={6} my="xs">
        {webhook.events.map((event) => (
          <Badge key={event} variant="default">
            {t(`event.${event}`)}
          </Badge>
        ))}
      </Group>
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          {t('webhooks.secret')}
        </Text>
        <Code className="any-text">{webhook.secret}</Code>
        <Copy text={webhook.secret} />
      </Group>
      {webhook.deliveries.length > 0 && (
        <Table mt="sm">
          <Table.Tbody>
            {webhook.deliveries.slice(0, MOST_DELIVERIES).map((delivery) => (
              <Table.Tr key={delivery.id}>
                <Table.Td>{formats.dateTime(delivery.dateCreated)}</Table.Td>
                <Table.Td>{t(`event.${delivery.event}`)}</Table.Td>
                <Table.Td>
                  {t(`deliveryState.${delivery.state}`)}
                  {delivery.lastError !== null && (
                    <Text size="xs" c="dimmed" className="any-text">
                      {delivery.lastError}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td ta="right">
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={t('webhooks.again')}
                    onClick={() => void redeliver({ id: delivery.id }).then(done)}
                  >
                    <IconRefresh size={16} aria-hidden />
                  </ActionIcon>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {isAsked && (
        <Confirm
          text={t('webhooks.removeText', { url: webhook.url })}
          action={t('webhooks.removeAction')}
          onClose={() => setAsked(false)}
          onYes={async () => done(await remove({ id: webhook.id }))}
        />
      )}
    </Paper>
  );
}

interface NewProps {
  readonly organizationId: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function NewWebhook({ organizationId, onClose, onDone }: NewProps) {
  const { t } = useTranslation('administration');
  const create = useChange(createWebhook);
  const [url, setUrl] = useState('https://');
  const [events, setEvents] = useState<readonly string[]>(['DOCUMENT_READY', 'DOCUMENT_FAILED']);
  const [problem, setProblem] = useState<Problem | null>(null);
  return (
    <FormDialog
      title={t('webhooks.new')}
      action={t('webhooks.create')}
      isReady={url.length > 8 && events.length > 0}
      problem={restOf(problem, ['url', 'events'])}
      onClose={onClose}
      onSend={async () => {
        const wanted = EVENTS.filter((event) => events.includes(event));
        const outcome = await create({ input: { organizationId, url: url.trim(), events: wanted } });
        if (outcome.isDone) onDone();
        else setProblem(outcome.problem);
      }}
    >
      <TextInput
        label={t('webhooks.url')}
        type="url"
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
        error={mistakeAt(problem, 'url')}
        data-autofocus
      />
      <Checkbox.Group
        label={t('webhooks.events')}
        value={[...events]}
        onChange={setEvents}
        error={mistakeAt(problem, 'events')}
      >
        {EVENTS.map((event) => (
          <Checkbox key={event} value={event} mt="xs" label={t(`event.${event}`)} />
        ))}
      </Checkbox.Group>
    </FormDialog>
  );
}
