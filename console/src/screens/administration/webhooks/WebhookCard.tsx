/** An address that receives events, with what was sent to it. */
import { ActionIcon, Badge, Group, Paper, Switch, Text } from '@mantine/core';
import { IconTrash } from '../../../parts/icons/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../../api/change';
import type { Problem } from '../../../api/graphql';
import { Confirm } from '../../../parts/dialogs/Confirm';
import { Secret } from '../../../parts/Secret';
import { useTell } from '../../../parts/tell';
import { Deliveries } from './Deliveries';
import { deleteWebhook, updateWebhook, type WebhookRow } from './webhook-documents';

export function WebhookCard({
  webhook,
  onChange,
}: {
  readonly webhook: WebhookRow;
  readonly onChange: () => void;
}) {
  const { t } = useTranslation('administration');
  const { tellProblem } = useTell();
  const update = useChange(updateWebhook);
  const remove = useChange(deleteWebhook);
  const [isAsked, setAsked] = useState(false);
  const done = (outcome: { readonly isDone: boolean; readonly problem?: Problem }) => {
    if (outcome.problem !== undefined) tellProblem(outcome.problem);
    onChange();
  };
  return (
    <Paper withBorder radius="lg" p="md">
      <WebhookHead webhook={webhook} onUpdate={update} onDone={done} onAsked={setAsked} />
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
        <Secret text={webhook.secret} label={t('webhooks.secret')} />
      </Group>
      <Deliveries deliveries={webhook.deliveries} onChange={onChange} />
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

interface WebhookHeadProps {
  readonly webhook: WebhookRow;
  readonly onUpdate: (given: {
    id: string;
    patch: { isActive: boolean };
  }) => Promise<{ readonly isDone: boolean; readonly problem?: Problem }>;
  readonly onDone: (outcome: { readonly isDone: boolean; readonly problem?: Problem }) => void;
  readonly onAsked: (next: boolean) => void;
}

function WebhookHead({ webhook, onUpdate, onDone, onAsked }: WebhookHeadProps) {
  const { t } = useTranslation('administration');
  return (
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
            void onUpdate({ id: webhook.id, patch }).then(onDone);
          }}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('webhooks.remove', { url: webhook.url })}
          onClick={() => onAsked(true)}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </Group>
    </Group>
  );
}
