/** Changes texts of a place, and offers to take each change back. */
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { change, type Outcome } from '../../api/change';
import type { VariablesOf } from '../../api/graphql';
import { useTell } from '../../parts/tell';
import { editTexts, undoTextChange } from './texts-documents';

export type TextEdit = VariablesOf<typeof editTexts>['edits'][number];

export interface TextChanger {
  readonly edit: (edits: readonly TextEdit[]) => Promise<Outcome<unknown>>;
  /** Says what was done, with a way back. */
  readonly done: (text: string, undoId: string | null) => void;
}

export function useTexts(placeId: string, onChanged: () => void): TextChanger {
  const { t } = useTranslation('texts');
  const client = useClient();
  const { tellDone } = useTell();
  const done = useCallback(
    (text: string, undoId: string | null) => {
      if (undoId === null) tellDone(text);
      else
        tellDone(text, {
          undo: async () => {
            const outcome = await change(client, undoTextChange, { id: undoId });
            onChanged();
            return outcome;
          },
        });
    },
    [client, onChanged, tellDone],
  );
  const edit = useCallback(
    async (edits: readonly TextEdit[]) => {
      const outcome = await change(client, editTexts, { elementId: placeId, edits: [...edits] });
      if (outcome.isDone) done(t('saved', { count: edits.length }), outcome.value.undoId);
      onChanged();
      return outcome;
    },
    [client, done, onChanged, placeId, t],
  );
  return { edit, done };
}
