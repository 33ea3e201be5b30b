/** One edit of a text that readers see: a title, the name of an action, or what an action opens. */
import type { ActionType } from '../../content/actions/action.entity.js';
import { problemsOf } from '../../content/actions/content-shapes.js';
import {
  MAX_ACTION_NAME_LENGTH,
  MAX_CONTENT_LENGTH,
  MAX_TITLE_LENGTH,
  requireText,
} from '../../content/content.rules.js';
import { type Target, targetPlacesOf } from '../../kernel/action-targets.js';
import { badInput, LoupeError } from '../../kernel/errors.js';
import type { ActionState } from '../history/text-states.js';

export const textFields = ['Title', 'ActionName', 'ActionTarget'] as const;
export type TextField = (typeof textFields)[number];

export interface TextEdit {
  readonly elementId: string;
  readonly languageCode: string;
  /** null for a title. */
  readonly actionId: string | null;
  readonly field: TextField;
  /** Of a target: where it stands in the content, members joined by slashes, as RFC 6901 has them. */
  readonly path: string | null;
  /** The version that the caller has seen. */
  readonly before: string;
  readonly after: string;
}

/** A JSON pointer (RFC 6901); empty for the whole content. */
function pointerOf(path: Target['path']): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The targets of an action, each with its pointer. */
export function pointedTargets({ type, content }: Pick<ActionState, 'type' | 'content'>) {
  return targetPlacesOf(type, content).map(({ path, text }) => ({ path: pointerOf(path), text }));
}

/**
 * The content with one of its targets replaced.
 *
 * @throws LoupeError BAD_USER_INPUT when there is no such target, or the content would not follow the rules of its type
 */
export function withTarget(
  { type, content }: Pick<ActionState, 'type' | 'content'>,
  pointer: string,
  text: string,
): string {
  const target = targetPlacesOf(type, content).find(({ path }) => pointerOf(path) === pointer);
  if (target === undefined) throw badInput('path', 'names nothing that this action opens');
  if (target.path.length === 0) return checked(type, text, text);
  const parsed: unknown = JSON.parse(content);
  let holder = parsed as Record<string | number, unknown>;
  for (const part of target.path.slice(0, -1)) holder = holder[part] as Record<string | number, unknown>;
  holder[target.path.at(-1) ?? ''] = text;
  return checked(type, JSON.stringify(parsed), parsed);
}

function checked(type: string, content: string, value: unknown): string {
  requireText('content', content, MAX_CONTENT_LENGTH);
  const [problem] = problemsOf(type as ActionType, value);
  if (problem !== undefined) throw badInput('after', problem.replace(/^[\w.]+: /, ''));
  return content;
}

/** Why an action with this target would not be shown, for people; null when it is. */
export function targetProblem(
  action: Pick<ActionState, 'type' | 'content'>,
  pointer: string,
  text: string,
): string | null {
  try {
    withTarget(action, pointer, text);
    return null;
  } catch (error) {
    if (!(error instanceof LoupeError)) throw error;
    return Object.values(error.fields).flat().join('; ');
  }
}

/** Why an edit could not be made, for people; null when it can. */
export function problemOf(edit: TextEdit, action: ActionState | null): string | null {
  try {
    if (edit.field === 'Title') requireText('after', edit.after, MAX_TITLE_LENGTH);
    if (edit.field === 'ActionName') requireText('after', edit.after, MAX_ACTION_NAME_LENGTH);
    if (edit.field === 'ActionTarget' && action !== null) withTarget(action, edit.path ?? '', edit.after);
    return null;
  } catch (error) {
    if (!(error instanceof LoupeError)) throw error;
    return Object.values(error.fields).flat().join('; ');
  }
}
