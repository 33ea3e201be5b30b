/** Pure rules of actions: types, content, and the order that readers see them in. */
import { badInput } from '../../kernel/errors.js';
import { type Action, type ActionType, actionTypes } from './action.entity.js';
import { requireText, MAX_CONTENT_LENGTH } from '../content.rules.js';
import { problemsOf, withKnownNames, withTrimmedAddresses } from './content-shapes.js';

/**
 * The type in any letter case; an absent or empty one is RAW.
 *
 * @throws LoupeError BAD_USER_INPUT
 */
export function requireActionType(type: string | null | undefined): ActionType {
  if (type === null || type === undefined || type === '') return 'RAW';
  const known = actionTypes.find((each) => each === type.toUpperCase());
  if (known === undefined) throw badInput('type', `must be one of ${actionTypes.join(', ')}`);
  return known;
}

export interface CheckedContent {
  /** As it is stored: members are spelled as clients read them and addresses trimmed; content that is so already stays as it is. */
  readonly content: string;
  /** Whether it follows the rules of its type. */
  readonly isValid: boolean;
}

/**
 * Content of RAW may be any text.
 *
 * @throws LoupeError BAD_USER_INPUT when it is too long, or no JSON although its type asks for it
 */
export function checkContent(type: ActionType, content: string): CheckedContent {
  requireText('content', content, MAX_CONTENT_LENGTH);
  if (type === 'RAW') return { content, isValid: true };
  const given = parseContent(type, content);
  const known = withTrimmedAddresses(type, withKnownNames(type, given));
  const isSame = JSON.stringify(known) === JSON.stringify(given);
  return {
    content: isSame ? content : JSON.stringify(known),
    isValid: problemsOf(type, known).length === 0,
  };
}

function parseContent(type: ActionType, content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    throw badInput('content', `the content of an action of type ${type} is a string that holds JSON`);
  }
}

type Sortable = Pick<Action, 'priority' | 'order' | 'dateCreated' | 'id'>;

/** Sorts by priority, then order (both ascending, absent last), then age. */
export function compareActions(a: Sortable, b: Sortable): number {
  return (
    compareNumbers(a.priority, b.priority) ||
    compareNumbers(a.order, b.order) ||
    a.dateCreated.getTime() - b.dateCreated.getTime() ||
    (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  );
}

/**
 * Sorts actions of several elements as readers see them: by priority, which may put any before any other; then those of
 * the element itself before those of the elements above; within each as `compareActions` does.
 *
 * @param nodeIds from the element upwards
 */
export function comparerOfReaders(nodeIds: readonly string[]) {
  const levels = new Map(nodeIds.map((id, level) => [id, level]));
  const levelOf = ({ nodeId }: Pick<Action, 'nodeId'>) => levels.get(nodeId) ?? nodeIds.length;
  return (a: Sortable & Pick<Action, 'nodeId'>, b: Sortable & Pick<Action, 'nodeId'>): number =>
    compareNumbers(a.priority, b.priority) || levelOf(a) - levelOf(b) || compareActions(a, b);
}

function compareNumbers(a: number | null | undefined, b: number | null | undefined): number {
  const [first, second] = [a ?? Infinity, b ?? Infinity];
  return first === second ? 0 : first - second;
}
