/** Which rows of a table of titles and actions are shown. */
import { languageOf } from '../../content/languages/languages.js';
import { badInput } from '../../kernel/errors.js';
import { foldText } from '../../kernel/text-fold.js';
import type { TextState } from '../history/text-states.js';
import type { PrintedElement } from './printed-elements.js';
import { textsOf } from './text-search.js';

const MAX_TEXT_LENGTH = 200;

export interface TextFilter {
  /** Names of folders, documents, pages, zones and texts that hold it, whatever their case and accents; all when empty. */
  readonly text?: string | null;
  /** Only elements with a text in another language, and none in this one. */
  readonly untranslatedIn?: string | null;
}

/** Answers whether a row is shown, from its element and all of its texts. */
export type ShowsRow = (element: PrintedElement, states: readonly TextState[]) => boolean;

/** @returns null when every row is shown @throws LoupeError BAD_USER_INPUT */
export function rowFilterOf({ text, untranslatedIn }: TextFilter): ShowsRow | null {
  if ((text?.length ?? 0) > MAX_TEXT_LENGTH)
    throw badInput('text', `must have at most ${MAX_TEXT_LENGTH} characters`);
  const wanted = foldText(text ?? '');
  const language = untranslatedIn == null ? null : (languageOf(untranslatedIn)?.code ?? '');
  if (language === '')
    throw badInput('untranslatedIn', 'must be a language with its region, for example de-DE');
  if (wanted === '' && language === null) return null;
  const holds = (value: string) => foldText(value).includes(wanted);
  return (element, states) =>
    (language === null || isUntranslated(states, language)) &&
    (wanted === '' ||
      [element.label, ...element.folders].some(holds) ||
      states.some((state) => textsOf(state).some(({ text: value }) => holds(value))));
}

/** Titles and actions count apart: a translated title does not make up for an action that is missing. */
function isUntranslated(states: readonly TextState[], language: string): boolean {
  const written = states.filter((state) => state.kind === 'action' || state.value !== '');
  return (['title', 'action'] as const).some((kind) => {
    const ofKind = written.filter((state) => state.kind === kind);
    return ofKind.length > 0 && ofKind.every(({ languageCode }) => languageCode !== language);
  });
}
