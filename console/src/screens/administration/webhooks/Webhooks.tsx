/** Addresses of other programs that receive events. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '../../../parts/icons/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '../../../api/query';
import { problemOf } from '../../../api/change';
import { Loading } from '../../../parts/Loading';
import { ProblemNotice } from '../../../parts/ProblemNotice';
import { useAdministered } from '../administered';
import { NewWebhook } from './NewWebhook';
import { WebhookCard } from './WebhookCard';
import { webhooksQuery } from './webhook-documents';

export function Webhooks() {
  const { t } = useTranslation('administration');
  const organization = useAdministered();
  const [isNew, setNew] = useState(false);
  const [{ data, error }, again] = useQuery({
    query: webhooksQuery,
    variables: { organizationId: organization.id },
  });
  const refresh = () => again({ requestPolicy: 'network-only' });
  const notice = error !== undefined && <ProblemNotice problem={problemOf(error)} onRetry={refresh} />;
  if (data === undefined) return notice || <Loading />;
  return (
    <Stack>
      {notice}
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
