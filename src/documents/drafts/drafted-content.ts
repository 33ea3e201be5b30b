/** Titles and actions of an element as a draft has them, and who changed them. */
import type { Replaced, TextState, ActionState, TitleState } from '../history/text-states.js';
import { versionOf, stateOf } from '../../kernel/precondition.js';
import { titleState } from '../../content/titles/title.service.js';
import type { ReplacedZone } from '../zones/zone.states.js';
import { compareText } from '../../kernel/text-fold.js';
import type { Action, ActionType } from '../../content/actions/action.entity.js';
import { checkContent, compareActions } from '../../content/actions/action.rules.js';
import { toActionView } from '../../content/actions/action.service.js';
import type { Title } from '../../content/titles/title.entity.js';

/** Titles and actions of a draft, by `keyOf`. */
export type DraftedTexts = ReadonlyMap<string, Drafted<Replaced>>;

/** The version of a text that a draft changed. Of a title the same as it has when readers get it. */
export function draftedVersion(state: TextState): string {
  return state.kind === 'title' ? titleState(state).version : versionOf(JSON.stringify(state));
}

/** One title, action or zone of a draft. */
export interface Drafted<Change extends Replaced | ReplacedZone> {
  /** Of the change. */
  readonly id: string;
  /** From what readers got when it was first changed to what they will get; null for nothing. */
  readonly replaced: Change;
  /** The user who changed it last. */
  readonly user: string;
  readonly userId: string | null;
  readonly dateCreated: Date;
  readonly dateModified: Date;
}

export interface DraftedTitle extends Omit<TitleState, 'kind'> {
  readonly version: string;
  /** Whether readers get another one. */
  readonly isChanged: boolean;
}

export interface DraftedAction extends Omit<ActionState, 'kind'> {
  readonly isValid: boolean;
  readonly version: string;
  readonly isChanged: boolean;
  readonly dateCreated: Date;
}

/** The content of an element once the draft of its document is published. */
export interface DraftedContent {
  readonly documentId: string;
  /** By language. */
  readonly titles: readonly DraftedTitle[];
  /** By language, then as readers see them. */
  readonly actions: readonly DraftedAction[];
}

/** The titles of an element. @param titles those that readers get */
export function draftedTitles(
  nodeId: string,
  titles: readonly Title[],
  draft: DraftedTexts,
): readonly DraftedTitle[] {
  const byLanguage = new Map<string, DraftedTitle>();
  for (const title of titles.filter((each) => each.nodeId === nodeId)) {
    const { languageCode, value, style, timeWindow } = title;
    const { version } = titleState(title);
    byLanguage.set(languageCode, {
      nodeId,
      languageCode,
      value,
      style: style ?? null,
      timeWindow: timeWindow ?? null,
      version,
      isChanged: false,
    });
  }
  for (const { replaced } of draft.values()) {
    const state = replaced.after;
    if (state?.kind !== 'title' || state.nodeId !== nodeId) continue;
    const { kind: _kind, ...title } = state;
    byLanguage.set(state.languageCode, { ...title, version: draftedVersion(state), isChanged: true });
  }
  return [...byLanguage.values()].toSorted((a, b) => compareText(a.languageCode, b.languageCode));
}

/** The actions of an element. @param actions those that readers get */
export function draftedActions(
  nodeId: string,
  actions: readonly Action[],
  draft: DraftedTexts,
): readonly DraftedAction[] {
  const byId = new Map<string, DraftedAction>();
  for (const action of actions.filter((each) => each.nodeId === nodeId)) {
    byId.set(action.id, { ...toActionView(action), version: stateOf(action).version, isChanged: false });
  }
  for (const { replaced, dateCreated } of draft.values()) {
    const { before, after } = replaced;
    const id = before?.kind === 'action' ? before.id : after?.kind === 'action' ? after.id : null;
    if (id === null) continue;
    const present = byId.get(id);
    byId.delete(id);
    if (after?.kind !== 'action' || after.nodeId !== nodeId) continue;
    const { kind: _kind, ...action } = after;
    const { isValid } = checkContent(after.type as ActionType, after.content);
    const version = draftedVersion(after);
    byId.set(id, {
      ...action,
      isValid,
      version,
      isChanged: true,
      dateCreated: present?.dateCreated ?? dateCreated,
    });
  }
  return [...byId.values()].toSorted(
    (a, b) => compareText(a.languageCode, b.languageCode) || compareActions(a, b),
  );
}
