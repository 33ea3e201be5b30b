/** Changes the keywords of a picture of an application. */
import { TagsInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../api/change';
import type { Problem } from '../../api/graphql';
import { useFormDraft } from '../../parts/editing/form-draft';
import { FormDialog } from '../../parts/dialogs/FormDialog';
import { mistakeAt, restOf } from '../../parts/editing/mistakes';
import { setKeywords } from './engine';
import { ReferencePicture } from './ReferencePicture';

export interface EditedReference {
  readonly id: string;
  readonly keywords: readonly string[];
  readonly thumbnailUrl: string | null;
}

interface Props {
  readonly applicationId: string;
  readonly reference: EditedReference;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function KeywordsDialog({ applicationId, reference, onClose, onDone }: Props) {
  const { t } = useTranslation('engine');
  const send = useChange(setKeywords);
  const { id } = reference;
  const form = useFormDraft(`keywords:${applicationId}:${id}`, { keywords: [...reference.keywords] });
  const [problem, setProblem] = useState<Problem | null>(null);
  return (
    <FormDialog
      title={t('keywordsOf', { id })}
      action={t('save')}
      problem={restOf(problem, ['keywords'])}
      onClose={() => {
        form.giveUp();
        onClose();
      }}
      onSend={async () => {
        const outcome = await form.send(async ({ keywords }) => send({ applicationId, id, keywords }));
        if (!outcome.isDone) return setProblem(outcome.problem);
        if (!form.isLeft()) onDone();
      }}
    >
      {reference.thumbnailUrl !== null && <ReferencePicture id={id} url={reference.thumbnailUrl} isLarge />}
      <TagsInput
        label={t('keywords')}
        description={t('keywordsText')}
        value={form.values.keywords}
        onChange={(keywords) => form.set({ keywords })}
        error={mistakeAt(problem, 'keywords')}
        data-autofocus
      />
    </FormDialog>
  );
}
