/** Goes back to what a document was at a change of its history, and says what that did, with a way forth again. */
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { change } from '../../api/change';
import { useTell } from '../../parts/tell';
import { undoTextChange } from '../texts/texts-documents';
import { restorePageFile, restoreTexts } from './history-documents';

export interface WayBack {
  /** Id of the change that is gone back to just now; null while nothing happens. */
  readonly busyId: string | null;
  readonly toTexts: (changeId: string, isBefore: boolean) => Promise<void>;
  readonly toPageFile: (changeId: string) => Promise<void>;
}

export function useWayBack(onChanged: () => void): WayBack {
  const { t } = useTranslation('history');
  const client = useClient();
  const { tellDone, tellProblem } = useTell();
  const [busyId, setBusyId] = useState<string | null>(null);
  const toTexts = useCallback(
    async (changeId: string, isBefore: boolean) => {
      setBusyId(changeId);
      const outcome = await change(client, restoreTexts, { changeId, isBefore });
      setBusyId(null);
      if (!outcome.isDone) {
        tellProblem(outcome.problem);
        return;
      }
      const { changed, leftOut, undoId } = outcome.value;
      const done = changed === 0 ? t('same') : t('restored', { count: changed });
      const text = leftOut === 0 ? done : `${done} ${t('leftOut', { count: leftOut })}`;
      const undo = async () => {
        const undone = await change(client, undoTextChange, { id: undoId ?? '' });
        onChanged();
        return undone;
      };
      tellDone(text, undoId === null ? {} : { undo });
      onChanged();
    },
    [client, onChanged, t, tellDone, tellProblem],
  );
  const toPageFile = useCallback(
    async (changeId: string) => {
      setBusyId(changeId);
      const outcome = await change(client, restorePageFile, { changeId });
      setBusyId(null);
      if (outcome.isDone) tellDone(t('pageRestored'));
      else tellProblem(outcome.problem);
      onChanged();
    },
    [client, onChanged, t, tellDone, tellProblem],
  );
  return { busyId, toTexts, toPageFile };
}
