/** The rules of an action's fields, for whatever stores them: actions that readers get, and actions of a draft. */
import type { EntityManager } from '../../db/database.js';
import { shown } from '../../tree/guarded-nodes.js';
import type { Node } from '../../tree/node.entity.js';
import { idsOnPath } from '../../tree/node-path.js';
import { badInput, notFound } from '../../kernel/errors.js';
import { isId } from '../../kernel/ids.js';
import type { GivenTimeWindow } from '../../kernel/windows/time-window.rules.js';
import { storedTimeWindow } from '../../tree/time-zones.js';
import type { Action } from './action.entity.js';
import { checkContent, requireActionType } from './action.rules.js';
import { checkedRules, type GivenRules } from './address-rules.check.js';
import { storedTarget, type TargetInput } from './action-target.js';
import { MAX_ACTION_NAME_LENGTH, MAX_STYLE_LENGTH, requireText } from '../content.rules.js';
import { Icon } from '../icons/icon.entity.js';
import type { LanguageService } from '../languages/language.service.js';
import { Title } from '../titles/title.entity.js';

export interface ActionInput {
  readonly nodeId: string;
  readonly languageCode: string;
  readonly name?: string | null;
  /** Absent, null or empty means RAW. */
  readonly type?: string | null;
  /** Serialized JSON; absent means an empty text. */
  readonly content?: string | null;
  /** The target, member by member, instead of type and content. */
  readonly target?: TargetInput | null;
  readonly iconId?: string | null;
  readonly priority?: number | null;
  readonly order?: number | null;
  readonly style?: string | null;
  /** Where some readers are led instead. */
  readonly rules?: GivenRules;
  /** When readers are shown it. */
  readonly timeWindow?: GivenTimeWindow;
}

/** Members that are undefined stay as they are. Type and content are given together. */
export type ActionPatch = Partial<ActionInput>;

type ActionFields = Pick<Action, 'nodeId' | 'languageCode' | 'name' | 'type' | 'content' | 'isValid'> & {
  readonly style: string | null;
  readonly rules: string | null;
  readonly timeWindow: string | null;
  readonly iconId: string | null;
  readonly priority: number | null;
  readonly order: number | null;
};

/** The element that an action belongs to. */
export interface ActionOwner extends Pick<Node, 'id' | 'type' | 'path' | 'organizationId'> {
  /** Of an element that is stored with its draft alone: the languages in which it will have titles. */
  readonly languages?: readonly string[];
}

/**
 * Checks every rule of an action.
 *
 * @param node the element that it belongs to, which the caller may change
 * @returns its fields as they are stored
 * @throws LoupeError BAD_USER_INPUT, NOT_FOUND (icon)
 */
export async function actionFieldsOf(
  em: EntityManager,
  languages: Pick<LanguageService, 'require'>,
  node: ActionOwner,
  input: ActionInput,
): Promise<ActionFields> {
  if (node.type !== 'Document' && node.type !== 'Image' && node.type !== 'Zone') {
    throw badInput(
      'nodeId',
      `actions belong to a document, image or zone, not to a ${node.type.toLowerCase()}`,
    );
  }
  const languageCode = languages.require(input.languageCode);
  const isTitled =
    node.languages?.includes(languageCode) ?? (await em.count(Title, { nodeId: node.id, languageCode })) > 0;
  if (!isTitled) {
    throw badInput(
      'languageCode',
      `element ${node.id} has no title in ${languageCode}; add the language first`,
    );
  }
  const name = input.name ?? '';
  const style = input.style ?? null;
  requireText('name', name, MAX_ACTION_NAME_LENGTH);
  if (style !== null) requireText('style', style, MAX_STYLE_LENGTH);
  const { type, content, isValid } = input.target == null ? givenContent(input) : storedTarget(input.target);
  const iconId = await requireIcon(em, node, input.iconId ?? null);
  const priority = requireSorting('priority', input.priority);
  const order = requireSorting('order', input.order);
  const timeWindow = (await storedTimeWindow(em, node.organizationId, input.timeWindow)) ?? null;
  const rules = checkedRules(input.rules, { type, content });
  const texts = { nodeId: node.id, languageCode, name, style, type, content, isValid, rules, timeWindow };
  return { ...texts, iconId, priority, order };
}

function givenContent({ type: given, content }: ActionInput) {
  const type = requireActionType(given);
  return { type, ...checkContent(type, content ?? '') };
}

/** An action with what a patch gives. Rules go with the address that they belong to. @throws LoupeError BAD_USER_INPUT when only one of type and content is given */
export function patchedAction(action: ActionInput, patch: ActionPatch): ActionInput {
  requireTypeWithContent(patch);
  const given = Object.entries(patch).filter(([, value]) => value !== undefined);
  const patched = { ...action, ...(Object.fromEntries(given) as ActionPatch) };
  return patch.rules === undefined ? withKeptRules(patched, action.rules) : patched;
}

/** An input of somebody who does not speak of rules: they stay where an address is opened still. */
export function withKeptRules(input: ActionInput, rules: GivenRules): ActionInput {
  const opens = input.target == null ? requireActionType(input.type) : storedTarget(input.target).type;
  return { ...input, rules: opens === 'URL' ? rules : null };
}

/** @throws LoupeError BAD_USER_INPUT when only one of type and content is given */
export function requireTypeWithContent(patch: ActionPatch): void {
  const hasType = patch.type !== undefined;
  if (hasType === (patch.content !== undefined)) return;
  throw badInput(hasType ? 'content' : 'type', 'type and content are changed together; give both');
}

/** An icon may be used by what lies below its node. */
async function requireIcon(
  em: EntityManager,
  node: ActionOwner,
  iconId: string | null,
): Promise<string | null> {
  if (iconId === null || iconId === '') return null;
  const icon = isId(iconId)
    ? await em.findOne(Icon, { id: iconId.toLowerCase(), nodeId: { $in: [...idsOnPath(node.path)] } })
    : null;
  if (icon === null) throw notFound(`Icon ${shown(iconId)}`);
  return icon.id;
}

function requireSorting(field: 'priority' | 'order', value: number | null | undefined): number | null {
  if (value === null || value === undefined) return null;
  if (!Number.isInteger(value) || Math.abs(value) > 2_147_483_647)
    throw badInput(field, 'must be a whole number');
  return value;
}
