/** Changes name, text and keywords of a picture. */
import { Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../api/change';
import type { Problem } from '../../api/graphql';
import { useFormDraft } from '../../parts/editing/form-draft';
import { FormDialog } from '../../parts/dialogs/FormDialog';
import { mistakeAt, restOf } from '../../parts/editing/mistakes';
import { type PictureRow, updatePicture } from './pictures';

interface Props {
  readonly picture: PictureRow;
  readonly onClose: () => void;
}

export function PictureDialog({ picture, onClose }: Props) {
  const { t } = useTranslation('pictures');
  const update = useChange(updatePicture);
  const saved = { name: picture.name, data: picture.data ?? '', keywords: [...picture.keywords] };
  const form = useFormDraft(`picture:${picture.id}`, saved, picture.version);
  const { name, data, keywords } = form.values;
  const [problem, setProblem] = useState<Problem | null>(null);
  const end = () => {
    form.giveUp();
    onClose();
  };
  return (
    <FormDialog
      title={t('edit')}
      action={t('save')}
      isReady={name.trim() !== ''}
      problem={restOf(problem, ['name', 'data', 'keywords'])}
      onClose={end}
      onSend={async () => {
        const outcome = await form.send(async (typed, ifVersion) =>
          update({ id: picture.id, patch: { ...typed, name: typed.name.trim() }, ifVersion }),
        );
        if (!outcome.isDone) setProblem(outcome.problem);
        else if (!form.isLeft()) onClose();
      }}
    >
      <Stack gap="sm">
        <TextInput
          label={t('name')}
          value={name}
          onChange={(event) => form.set({ name: event.currentTarget.value })}
          error={mistakeAt(problem, 'name')}
          dir="auto"
          data-autofocus
        />
        <Textarea
          label={t('data')}
          description={t('dataText')}
          value={data}
          onChange={(event) => form.set({ data: event.currentTarget.value })}
          error={mistakeAt(problem, 'data')}
          autosize
          minRows={2}
          dir="auto"
        />
        <TagsInput
          label={t('keywords')}
          description={t('keywordsText')}
          value={keywords}
          onChange={(value) => form.set({ keywords: value })}
          error={mistakeAt(problem, 'keywords')}
        />
      </Stack>
    </FormDialog>
  );
}
