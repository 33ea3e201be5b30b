/** The titles and actions that drafts hold. */
import type { Replaced, TextState } from '../history/text-states.js';
import { versionOf } from '../../kernel/precondition.js';
import { titleState } from '../../content/titles/title.service.js';
import type { Drafted } from './drafted.js';

/** Titles and actions of a draft, by `keyOf`. */
export type DraftedTexts = ReadonlyMap<string, Drafted<Replaced>>;

/** The version of a text that a draft changed. Of a title the same as it has when readers get it. */
export function draftedVersion(state: TextState): string {
  return state.kind === 'title' ? titleState(state).version : versionOf(JSON.stringify(state));
}
