/** The date at which a draft is published: set, said and taken away. */
import { Button, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Outcome } from '../../api/change';
import type { Problem } from '../../api/graphql';
import { useFormats } from '../../i18n/format';
import { sentenceOf } from '../../i18n/server-words';
import { FormDialog } from '../dialogs/FormDialog';
import type { DraftHead } from './draft-documents';

interface Props {
  readonly publishAt: string | null;
  readonly onClose: () => void;
  /** @param at without a zone */
  readonly onSet: (at: string) => Promise<Outcome<unknown>>;
  readonly onCancel: () => Promise<void>;
}

export function DraftDate({ publishAt, onClose, onSet, onCancel }: Props) {
  const { t } = useTranslation('draft');
  const [at, setAt] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const mistake = problem?.fields?.flatMap(({ messages }) => messages).join(' ');
  const send = async () => {
    const outcome = await onSet(at);
    setProblem(outcome.isDone ? null : outcome.problem);
    if (outcome.isDone) onClose();
  };
  return (
    <FormDialog
      title={t('dateTitle')}
      action={t('dateSet')}
      isReady={at !== ''}
      problem={mistake === undefined || mistake === '' ? problem : null}
      onClose={onClose}
      onSend={send}
    >
      <Text size="sm" c="dimmed">
        {t('dateText')}
      </Text>
      <TextInput
        type="datetime-local"
        label={t('dateLabel')}
        value={at}
        error={mistake === '' ? undefined : mistake}
        onChange={(event) => {
          setAt(event.currentTarget.value);
          setProblem(null);
        }}
        data-autofocus
      />
      {publishAt !== null && (
        <div>
          <Button size="compact-sm" variant="light" onClick={() => void onCancel().then(onClose)}>
            {t('dateCancel')}
          </Button>
        </div>
      )}
    </FormDialog>
  );
}

/** When a draft is published by itself, or why it was not. */
export function DateWords({ draft }: { readonly draft: DraftHead }) {
  const { t } = useTranslation('draft');
  const { dateTime } = useFormats();
  const { publishAt, publishUser, publishStopped } = draft;
  if (publishAt === null) return null;
  const date = dateTime(publishAt);
  if (publishStopped === null) {
    return (
      <Text size="xs" fw={600} className="any-text">
        {t('dateAt', { date, user: (publishUser ?? '').slice(0, 100) })}
      </Text>
    );
  }
  return (
    <Text size="xs" c="var(--mantine-color-error)" className="any-text" role="alert">
      <b>{t('dateStopped', { date })}</b> {sentenceOf('', publishStopped)}
    </Text>
  );
}
