/** Find and replace in the texts of elements: what would be changed, before anything is. */
import { badInput } from '../../kernel/errors.js';
import { compareText } from '../../kernel/text-fold.js';
import type { PrintedElement } from './printed-elements.js';
import { pointedTargets, problemOf, type TextEdit, type TextField } from './text-edit.js';
import type { ActionState, TextState } from '../history/text-states.js';

const MAX_WANTED_LENGTH = 500;
/** Signs that mean something in a pattern. */
const SIGNS = /[\^$\\.*+?()[\]{}|/]/g;

export interface Replacement {
  /** Taken as it is written: no pattern. */
  readonly find: string;
  readonly replacement: string;
  readonly fields: readonly TextField[];
  /** All of them when left out. */
  readonly languageCode?: string | null;
  readonly matchesCase?: boolean;
}

export interface ProposedEdit extends TextEdit {
  readonly element: PrintedElement;
  /** Name of the action; null for a title. */
  readonly actionName: string | null;
  /** Why it cannot be made, for people; null when it can. */
  readonly problem: string | null;
}

/** Replaces every place of the wanted text. @throws LoupeError BAD_USER_INPUT */
export function replacerOf({ find, replacement, matchesCase }: Replacement): (text: string) => string {
  if (find === '') throw badInput('find', 'must not be empty');
  if (find.length > MAX_WANTED_LENGTH) {
    throw badInput('find', `must have at most ${MAX_WANTED_LENGTH} characters`);
  }
  const pattern = new RegExp(find.replace(SIGNS, '\\$&'), matchesCase === true ? 'gu' : 'giu');
  return (text) => text.replace(pattern, () => replacement);
}

/** The edits of one element, in the order of its titles and actions. */
export function* proposalsFor(
  element: PrintedElement,
  states: readonly TextState[],
  { fields, languageCode }: Replacement,
  replace: (text: string) => string,
): Generator<ProposedEdit> {
  const wanted = states
    .filter(
      (state) => languageCode == null || state.languageCode.toLowerCase() === languageCode.toLowerCase(),
    )
    .toSorted(byKindAndLanguage);
  for (const state of wanted) {
    for (const { field, path, text } of textsOf(state)) {
      const after = replace(text);
      if (!fields.includes(field) || after === text) continue;
      const action = state.kind === 'action' ? state : null;
      const edit: TextEdit = {
        elementId: element.id,
        languageCode: state.languageCode,
        actionId: action?.id ?? null,
        field,
        path,
        before: text,
        after,
      };
      yield { ...edit, element, actionName: action?.name ?? null, problem: problemOf(edit, action) };
    }
  }
}

interface Text {
  readonly field: TextField;
  readonly path: string | null;
  readonly text: string;
}

/** The texts that readers get of a title or an action. */
export function textsOf(state: TextState): readonly Text[] {
  if (state.kind === 'title') return [{ field: 'Title', path: null, text: state.value }];
  return [
    { field: 'ActionName', path: null, text: state.name },
    ...pointedTargets(state).map(({ path, text }): Text => ({ field: 'ActionTarget', path, text })),
  ];
}

function byKindAndLanguage(a: TextState, b: TextState): number {
  const kind = compareText(b.kind, a.kind);
  if (kind !== 0) return kind;
  return compareText(a.languageCode, b.languageCode) || orderOf(a) - orderOf(b);
}

const orderOf = (state: TextState) =>
  state.kind === 'title' ? 0 : ((state satisfies ActionState).order ?? Number.MAX_SAFE_INTEGER);
