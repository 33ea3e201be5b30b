/** Changes of the list of actions: their order, their copies from another language, and what is deleted. */
import { useTranslation } from 'react-i18next';
import { undoRow } from '../editing/undo';
import { useTell } from '../tell';
import { rulesToSend } from '../rules/rules';
import { windowToSend } from '../window/time-window';
import type { ContentWriter } from './content-writer';
import type { ContentAction, ContentTitle } from './documents';
import { copyOfTarget } from './target-input';

interface ListOfActions {
  /** Of the language, in the order of the reader. */
  readonly own: readonly ContentAction[];
  readonly writer: ContentWriter;
  readonly onChanged: () => void;
  readonly nodeId: string;
  readonly languageCode: string;
  readonly actions: readonly ContentAction[];
  readonly titleIn: (languageCode: string) => ContentTitle | null;
}

export function useActionChanges({
  own,
  writer,
  onChanged,
  nodeId,
  languageCode,
  actions,
  titleIn,
}: ListOfActions) {
  const { t } = useTranslation('content');
  const { tellProblem, tellDone } = useTell();
  const back = async (changes: Parameters<ContentWriter['apply']>[0]) => {
    const undone = await writer.apply(changes);
    onChanged();
    return undone;
  };
  const move = async (from: number, to: number) => {
    const order = own.toSpliced(from, 1).toSpliced(to, 0, ...own.slice(from, from + 1));
    const changes = order.map(({ id }, index) => ({
      updateAction: { id, patch: { order: index + 1, priority: null } },
    }));
    const outcome = await writer.apply(changes);
    if (!outcome.isDone) tellProblem(outcome.problem);
    else {
      const before = own.map(({ id, order, priority }) => ({
        updateAction: { id, patch: { order, priority } },
      }));
      undoRow.push({ text: t('actionsOrdered'), isOfDraft: writer.isDraft, undo: async () => back(before) });
    }
    onChanged();
  };
  const remove = async (action: ContentAction) => {
    const outcome = await writer.deleteAction(action.id, action.version);
    if (!outcome.isDone) tellProblem(outcome.problem);
    else {
      tellDone(t('actionDeleted'), {
        isOfDraft: writer.isDraft,
        undo: async () => {
          const undone = await writer.createAction(copyOf(action, nodeId, languageCode));
          onChanged();
          return undone;
        },
      });
    }
    onChanged();
  };
  const copyFrom = async (code: string) => {
    const changes = actions
      .filter((action) => action.languageCode === code)
      .sort(inReadersOrder)
      .map((action) => ({ createAction: copyOf(action, nodeId, languageCode) }));
    const outcome = await writer.apply(changes);
    if (!outcome.isDone) tellProblem(outcome.problem);
    else {
      const titleBack = await copyTitleFrom(code);
      const copied = outcome.value.map((id) => ({ deleteAction: id }));
      tellDone(t('actionsCopied', { count: copied.length }), {
        isOfDraft: writer.isDraft,
        undo: async () => {
          const undone = await back(copied);
          return undone.isDone && titleBack !== null ? titleBack() : undone;
        },
      });
    }
    onChanged();
  };
  /** The title comes along where there is none yet. @returns takes it back; null where none was copied */
  const copyTitleFrom = async (code: string) => {
    const value = titleIn(code)?.value ?? '';
    const own = titleIn(languageCode);
    if (value === '' || (own?.value ?? '') !== '') return null;
    const place = { nodeId, languageCode };
    const outcome = await writer.setTitle(place, value, own?.version ?? null);
    if (!outcome.isDone) {
      tellProblem(outcome.problem);
      return null;
    }
    const { version } = outcome.value;
    return async () => {
      const undone = await writer.setTitle(place, '', version);
      onChanged();
      return undone;
    };
  };
  return { copyFrom, move, remove };
}

function copyOf(action: ContentAction, nodeId: string, languageCode: string) {
  const { name, type, style, priority, order, iconId } = action;
  const target = copyOfTarget(type, action.target);
  const timeWindow = windowToSend(action.timeWindow);
  const rules = rulesToSend(action.rules);
  return { nodeId, languageCode, name, target, rules, style, timeWindow, priority, order, iconId };
}

/** As the server sorts them: by priority, then by order, those without last. */
export function inReadersOrder(a: ContentAction, b: ContentAction): number {
  const place = (value: number | null) => value ?? Number.MAX_SAFE_INTEGER;
  return place(a.priority) - place(b.priority) || place(a.order) - place(b.order) || (a.id < b.id ? -1 : 1);
}
