/** Makes a code for readers, or changes one: its name, where it may be used, how often. */
import { NumberInput, TagsInput, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { change } from '../../../api/change';
import type { Problem } from '../../../api/graphql';
import { useFormDraft } from '../../../parts/editing/form-draft';
import { FormDialog } from '../../../parts/dialogs/FormDialog';
import { mistakeAt, restOf } from '../../../parts/editing/mistakes';
import type { Administered } from '../administration';
import { createPublishableKey, updatePublishableKey } from './key-documents';

export type PublishableKey = Administered['organization']['publishableKeys'][number];

/** Of all readers together: enough for some sixty who scan at the same time. */
const SCANS_PER_MINUTE = 600;

interface Props {
  readonly organizationId: string;
  /** null for a new one. */
  readonly publishable: PublishableKey | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function PublishableKeyDialog({ organizationId, publishable, onClose, onDone }: Props) {
  const { t } = useTranslation('administration');
  const client = useClient();
  const form = useFormDraft<{ name: string; origins: string[]; scans: number | string }>(
    `publishable-key:${publishable?.id ?? organizationId}`,
    {
      name: publishable?.name ?? '',
      origins: [...(publishable?.origins ?? [])],
      scans: publishable?.scansPerMinute ?? SCANS_PER_MINUTE,
    },
  );
  const { name, origins, scans } = form.values;
  const [problem, setProblem] = useState<Problem | null>(null);
  const isNew = publishable === null;
  return (
    <FormDialog
      title={isNew ? t('keys.new') : t('keys.edit')}
      action={isNew ? t('keys.create') : t('save')}
      isReady={name.trim() !== '' && Number(scans) >= 1}
      problem={restOf(problem, ['name', 'origins', 'scansPerMinute'])}
      onClose={() => {
        form.giveUp();
        onClose();
      }}
      onSend={async () => {
        const outcome = await form.send<unknown>(async (typed) => {
          const { origins: pages } = typed;
          const patch = { name: typed.name.trim(), origins: pages, scansPerMinute: Number(typed.scans) };
          return isNew
            ? change(client, createPublishableKey, { input: { organizationId, ...patch } })
            : change(client, updatePublishableKey, { id: publishable.id, patch });
        });
        if (!outcome.isDone) return setProblem(outcome.problem);
        if (isNew || !form.isLeft()) onDone();
      }}
    >
      <TextInput
        label={t('keys.name')}
        description={t('keys.nameText')}
        value={name}
        onChange={(event) => form.set({ name: event.currentTarget.value })}
        error={mistakeAt(problem, 'name')}
        dir="auto"
        data-autofocus
      />
      <TagsInput
        label={t('keys.origins')}
        description={t('keys.originsText')}
        value={origins}
        onChange={(value) => form.set({ origins: value })}
        error={mistakeAt(problem, 'origins')}
      />
      <ScansField scans={scans} form={form} problem={problem} />
      {!isNew && (
        <Text size="sm" c="dimmed">
          {t('keys.editText')}
        </Text>
      )}
    </FormDialog>
  );
}

interface ScansFieldProps {
  readonly scans: string | number;
  readonly form: { readonly set: (what: { scans: number | string }) => void };
  readonly problem: Problem | null;
}

function ScansField({ scans, form, problem }: ScansFieldProps) {
  const { t } = useTranslation('administration');
  return (
    <NumberInput
      label={t('keys.scans')}
      description={t('keys.scansText')}
      min={1}
      max={6000}
      allowDecimal={false}
      value={scans}
      onChange={(value) => form.set({ scans: value })}
      error={mistakeAt(problem, 'scansPerMinute')}
    />
  );
}
