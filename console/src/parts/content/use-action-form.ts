/** An action while it is written: checked while it is typed, a draft until it is sent. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Outcome } from '../../api/change';
import type { Problem } from '../../api/graphql';
import type { Saved } from '../drafts/draft-writer';
import { useDraft } from '../editing/draft';
import { undoRow } from '../editing/undo';
import { useTell } from '../tell';
import { type Rule, rulesToSend } from '../rules/rules';
import { type TimeWindow, windowToSend } from '../window/time-window';
import type { ContentWriter } from './content-writer';
import type { ContentAction, ContentIcon } from './documents';
import { pagesNamed } from './page-ranges';
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
  /** Absent in them, too. */
  readonly rules?: readonly Rule[];
  /** Of a new action: the pages that get it, as they are typed; absent for the one page. */
  readonly pages?: string;
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
  /** All pages of the document where a new action is for one of them; empty elsewhere. */
  readonly pages: readonly { readonly id: string; readonly order: number }[];
  readonly onClose: () => void;
  /** @param id of what was saved; absent where the list is to be read again for another reason */
  readonly onSaved: (id?: string) => void;
}

function formOf(action: ContentAction | null): Form {
  if (action === null)
    return {
      type: 'URL',
      name: '',
      content: {},
      raw: '',
      iconId: null,
      style: null,
      timeWindow: null,
      rules: [],
    };
  const { type, name, target, iconId, style, timeWindow, rules } = action;
  const look = { iconId, style, timeWindow, rules };
  return { type, name, content: contentOf(type, target), raw: rawOf(target), ...look };
}

export function useActionForm({
  action,
  nodeId,
  languageCode,
  writer,
  nextOrder,
  pages,
  onSaved,
  onClose,
}: ActionFormProps) {
  const { t } = useTranslation('content');
  const { tellDone } = useTell();
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
  const chosen =
    action === null && form.pages !== undefined && pages.length > 1 ? pagesNamed(form.pages, pages) : [];
  const pagesMistake = chosen === null ? t('mistakes.pages', { count: pages.length }) : undefined;
  const set = (what: Partial<Form>) => draft.set({ ...form, ...what });

  const save = async () => {
    setAsked(true);
    if (isBusy || form.name.trim() === '' || Object.keys(mistakes).length > 0 || chosen === null) return;
    setBusy(true);
    const place = { nodeId, languageCode, nextOrder, pages: chosen };
    const outcome = await draft.send(
      async (typed, base) => sent(writer, action, typed, base, place),
      ({ id }) => `action:${id}`,
    );
    setBusy(false);
    if (!outcome.isDone) {
      setProblem(outcome.problem);
      onSaved();
      return;
    }
    const undo = async () => takeBack(outcome.value);
    const isOfDraft = writer.isDraft;
    if (chosen.length > 1) tellDone(t('actionsSaved', { count: chosen.length }), { undo, isOfDraft });
    else undoRow.push({ text: t('actionSaved'), undo, isOfDraft });
    onSaved(outcome.value.id);
    if (draft.isLeft()) setProblem(null);
    else onClose();
  };
  /** Back to how it was before it was saved. */
  const takeBack = async ({ id, version, ids }: SavedActions) => {
    const undone =
      ids === undefined
        ? await takenBack(writer, action, id, version)
        : await writer.apply(ids.map((each) => ({ deleteAction: each })));
    onSaved();
    return undone;
  };
  return { save, problem, form, set, nameMistake, pagesMistake, shown, draft, setProblem, setAsked, isBusy };
}

interface SavedActions extends Saved {
  /** Of all actions that one form made; absent where it made one. */
  readonly ids?: readonly string[];
}

interface NewPlace {
  readonly nodeId: string;
  readonly languageCode: string;
  readonly nextOrder: number;
  /** Pages that were named; empty for the node itself. */
  readonly pages: readonly { readonly id: string }[];
}

/** Sends what was typed: a change of the action, or a new one on each page. */
async function sent(
  writer: ContentWriter,
  action: ContentAction | null,
  typed: Form,
  base: string | null,
  { nodeId, languageCode, nextOrder, pages }: NewPlace,
): Promise<Outcome<SavedActions>> {
  const { type, name, iconId, style } = typed;
  const timeWindow = windowToSend(typed.timeWindow);
  const target = targetToSend(type, ofStored(type, typed.content), typed.raw);
  // Rules of an address go with it.
  const rules = type === 'URL' ? rulesToSend(typed.rules) : [];
  const values = { name, target, rules, iconId, style, timeWindow };
  if (action !== null) return writer.updateAction(action.id, values, base);
  if (pages.length > 1)
    return createdOn(writer, nodeId, pages, (id) => ({ ...values, nodeId: id, languageCode }));
  return writer.createAction({
    ...values,
    nodeId: pages[0]?.id ?? nodeId,
    languageCode,
    ...(pages.length === 0 ? { order: nextOrder } : {}),
  });
}

/** One action for each page, or none at all; the one of the page that is shown stands for them. */
async function createdOn(
  writer: ContentWriter,
  nodeId: string,
  pages: readonly { readonly id: string }[],
  inputFor: (id: string) => Parameters<ContentWriter['createAction']>[0],
): Promise<Outcome<SavedActions>> {
  const outcome = await writer.apply(pages.map(({ id }) => ({ createAction: inputFor(id) })));
  if (!outcome.isDone) return outcome;
  const ids = outcome.value;
  return {
    isDone: true,
    value: { id: ids[pages.findIndex(({ id }) => id === nodeId)] ?? '', version: '', ids },
  };
}

/** A new action goes again, another one is as it was. */
async function takenBack(writer: ContentWriter, action: ContentAction | null, id: string, version: string) {
  if (action === null) return writer.deleteAction(id, version);
  const { name, type, iconId, style } = action;
  const target = copyOfTarget(type, action.target);
  const timeWindow = windowToSend(action.timeWindow);
  const rules = rulesToSend(action.rules);
  return writer.updateAction(id, { name, target, rules, iconId, style, timeWindow }, version);
}

/** Missing fields show on saving; wrong ones at once. */
function withoutMissing(mistakes: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(mistakes).filter(([, mistake]) => mistake !== 'required' && mistake !== 'placeMissing'),
  );
}
