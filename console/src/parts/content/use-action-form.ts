/** An action while it is written: checked while it is typed, a draft until it is sent. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../api/graphql';
import { useDraft } from '../editing/draft';
import { undoRow } from '../editing/undo';
import { type TimeWindow, windowToSend } from '../window/time-window';
import type { ContentWriter } from './content-writer';
import type { ContentAction, ContentIcon } from './documents';
import { type ActionType, type Content, mistakesOf } from './shapes';
import { ofStored } from './stored-content';
import { contentOf, rawOf } from './target';
import { copyOfTarget, targetToSend } from './target-input';

export interface Form {
  readonly type: ActionType;
  readonly name: string;
  readonly content: Content;
  /** Of RAW, which may be any text. */
  readonly raw: string;
  readonly iconId: string | null;
  readonly style: string | null;
  /** Absent in drafts of an older console. */
  readonly timeWindow?: TimeWindow | null;
}

export interface ActionFormProps {
  readonly nodeId: string;
  readonly languageCode: string;
  /** As it is saved now; null for a new one. */
  readonly action: ContentAction | null;
  readonly writer: ContentWriter;
  /** Place of a new one among the others. */
  readonly nextOrder: number;
  readonly icons: readonly ContentIcon[];
  readonly onClose: () => void;
  /** @param id of what was saved; absent where the list is to be read again for another reason */
  readonly onSaved: (id?: string) => void;
}

function formOf(action: ContentAction | null): Form {
  if (action === null)
    return { type: 'URL', name: '', content: {}, raw: '', iconId: null, style: null, timeWindow: null };
  const { type, name, target, iconId, style, timeWindow } = action;
  return { type, name, content: contentOf(type, target), raw: rawOf(target), iconId, style, timeWindow };
}

export function useActionForm({
  action,
  nodeId,
  languageCode,
  writer,
  nextOrder,
  onSaved,
  onClose,
}: ActionFormProps) {
  const { t } = useTranslation('content');
  const name = action === null ? `action:new:${nodeId}:${languageCode}` : `action:${action.id}`;
  const draft = useDraft<Form>(name, formOf(action), action?.version ?? null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  // Drafts of an older console go by the names that are stored.
  const form = { ...draft.value, content: ofStored(draft.value.type, draft.value.content) };
  const mistakes = mistakesOf(form.type, form.content);
  const shown = isAsked ? mistakes : withoutMissing(mistakes);
  const nameMistake = isAsked && form.name.trim() === '' ? t('mistakes.required') : undefined;
  const set = (what: Partial<Form>) => draft.set({ ...form, ...what });

  const save = async () => {
    setAsked(true);
    if (isBusy || form.name.trim() === '' || Object.keys(mistakes).length > 0) return;
    setBusy(true);
    const outcome = await draft.send(
      async (typed, base) => {
        const { type, iconId, style } = typed;
        const timeWindow = windowToSend(typed.timeWindow);
        const target = targetToSend(type, ofStored(type, typed.content), typed.raw);
        const values = { name: typed.name, target, iconId, style, timeWindow };
        return action === null
          ? writer.createAction({ ...values, nodeId, languageCode, order: nextOrder })
          : writer.updateAction(action.id, values, base);
      },
      ({ id }) => `action:${id}`,
    );
    setBusy(false);
    if (!outcome.isDone) {
      setProblem(outcome.problem);
      onSaved();
      return;
    }
    undoRow.push({ text: t('actionSaved'), undo: () => takeBack(outcome.value) });
    onSaved(outcome.value.id);
    if (draft.isLeft()) setProblem(null);
    else onClose();
  };
  /** Back to how it was before it was saved. */
  const takeBack = async ({ id, version }: { readonly id: string; readonly version: string }) => {
    const undone = await takenBack(writer, action, id, version);
    onSaved();
    return undone;
  };
  return { save, problem, form, set, nameMistake, shown, draft, setProblem, setAsked, isBusy };
}

/** A new action goes again, another one is as it was. */
async function takenBack(writer: ContentWriter, action: ContentAction | null, id: string, version: string) {
  if (action === null) return writer.deleteAction(id, version);
  const { name, type, iconId, style } = action;
  const target = copyOfTarget(type, action.target);
  const timeWindow = windowToSend(action.timeWindow);
  return writer.updateAction(id, { name, target, iconId, style, timeWindow }, version);
}

/** Missing fields show on saving; wrong ones at once. */
function withoutMissing(mistakes: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(mistakes).filter(([, mistake]) => mistake !== 'required' && mistake !== 'placeMissing'),
  );
}
