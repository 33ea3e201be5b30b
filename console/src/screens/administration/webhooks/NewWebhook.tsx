/** Creates a webhook. */
import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../../api/change';
import type { Problem } from '../../../api/graphql';
import { useFormDraft } from '../../../parts/editing/form-draft';
import { FormDialog } from '../../../parts/dialogs/FormDialog';
import { mistakeAt, restOf } from '../../../parts/editing/mistakes';
import { createWebhook } from './webhook-documents';

const EVENTS = [
  'DOCUMENT_READY',
  'DOCUMENT_FAILED',
  'CREDIT_LOW',
  'CONFLICT_FOUND',
  'IMPORT_DONE',
  'READERS_RECORDED',
] as const;

interface Props {
  readonly organizationId: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function NewWebhook({ organizationId, onClose, onDone }: Props) {
  const { t } = useTranslation('administration');
  const create = useChange(createWebhook);
  const form = useFormDraft<{ url: string; events: readonly string[] }>(`webhook:${organizationId}`, {
    url: 'https://',
    events: ['DOCUMENT_READY', 'DOCUMENT_FAILED'],
  });
  const { url, events } = form.values;
  const [problem, setProblem] = useState<Problem | null>(null);
  return (
    <FormDialog
      title={t('webhooks.new')}
      action={t('webhooks.create')}
      isReady={url.length > 8 && events.length > 0}
      problem={restOf(problem, ['url', 'events'])}
      onClose={() => {
        form.giveUp();
        onClose();
      }}
      onSend={async () => {
        const outcome = await form.send(async (typed) => {
          const wanted = EVENTS.filter((event) => typed.events.includes(event));
          return create({ input: { organizationId, url: typed.url.trim(), events: wanted } });
        });
        if (outcome.isDone) onDone();
        else setProblem(outcome.problem);
      }}
    >
      <TextInput
        label={t('webhooks.url')}
        type="url"
        value={url}
        onChange={(event) => form.set({ url: event.currentTarget.value })}
        error={mistakeAt(problem, 'url')}
        data-autofocus
      />
      <Checkbox.Group
        label={t('webhooks.events')}
        value={[...events]}
        onChange={(value) => form.set({ events: value })}
        error={mistakeAt(problem, 'events')}
      >
        {EVENTS.map((event) => (
          <Checkbox key={event} value={event} mt="xs" label={t(`event.${event}`)} />
        ))}
      </Checkbox.Group>
    </FormDialog>
  );
}
