/**
 * Actions: what a reader can trigger after recognition, in one language. An action belongs to a document (then it is
 * shown for every page), an image or a zone, and only in a language that the element has a title in.
 */
import type { Viewer } from '../../access/viewer.js';
import type { Clock } from '../../kernel/clock.js';
import type { Database, EntityManager } from '../../db/database.js';
import { requireUnchanged } from '../../db/entities.js';
import { badInput, notFound } from '../../kernel/errors.js';
import { isId, newId } from '../../kernel/ids.js';
import { laterThan, type Precondition, stateOf } from '../../kernel/precondition.js';
import type { OperationLog } from '../../audit/operation-log.js';
import { type GuardedNodes, shown } from '../../tree/guarded-nodes.js';
import { Node } from '../../tree/node.entity.js';
import type { NodeStore } from '../../tree/node.store.js';
import { compareText } from '../../kernel/text-fold.js';
import { Action } from './action.entity.js';
import { requireRoom } from './action-room.js';
import {
  actionFieldsOf,
  type ActionInput,
  type ActionPatch,
  patchedAction,
  requireTypeWithContent,
  withKeptRules,
} from './action-fields.js';
import { compareActions } from './action.rules.js';
import type { LanguageService } from '../languages/language.service.js';
import type { ActionView } from '../views.js';

export type { ActionInput, ActionPatch };

export class ActionService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly nodes: NodeStore,
    private readonly guarded: GuardedNodes,
    private readonly languages: LanguageService,
    private readonly operations: OperationLog,
  ) {}

  /** @throws LoupeError NOT_FOUND (element, icon), BAD_USER_INPUT */
  async create(viewer: Viewer, input: ActionInput): Promise<ActionView> {
    return this.database.transaction(async ({ em }) => {
      const fields = await this.check(em, viewer, input);
      const now = this.clock.now();
      const action = em.create(Action, { id: newId(), ...fields, dateCreated: now, dateModified: now });
      await em.flush();
      await requireRoom(em, action.nodeId, action.languageCode);
      return toActionView(action);
    });
  }

  /** @throws LoupeError NOT_FOUND */
  async get(viewer: Viewer, id: string): Promise<ActionView> {
    return toActionView(await this.requireAction(this.database.reader(), viewer, 'content:read', id));
  }

  /**
   * The element's own actions: by language, then as readers see them.
   *
   * @throws LoupeError NOT_FOUND (element)
   */
  async list(viewer: Viewer, nodeId: string): Promise<readonly ActionView[]> {
    const em = this.database.reader();
    const node = await this.guarded.requirePlace(em, viewer, 'content:read', nodeId);
    const actions = await em.find(Action, { nodeId: node.id });
    return actions
      .sort((a, b) => compareText(a.languageCode, b.languageCode) || compareActions(a, b))
      .map(toActionView);
  }

  /**
   * Replaces every writable field; what the input leaves out becomes empty. Only rules and a window stay: clients of old do not know them.
   *
   * @throws LoupeError
   */
  async replace(
    viewer: Viewer,
    id: string,
    input: ActionInput,
    precondition?: Precondition,
  ): Promise<ActionView> {
    const { timeWindow, rules } = input;
    const inputFor = (action: Action) => {
      const timed = timeWindow === undefined ? { ...input, timeWindow: action.timeWindow } : input;
      return rules === undefined ? withKeptRules(timed, action.rules) : timed;
    };
    return this.change(viewer, id, inputFor, precondition);
  }

  /** @throws LoupeError NOT_FOUND, BAD_USER_INPUT (also when only one of type and content is given) */
  async patch(
    viewer: Viewer,
    id: string,
    patch: ActionPatch,
    precondition?: Precondition,
  ): Promise<ActionView> {
    requireTypeWithContent(patch);
    return this.change(viewer, id, (action) => patchedAction(action, patch), precondition);
  }

  /** @throws LoupeError NOT_FOUND */
  async delete(viewer: Viewer, id: string, precondition?: Precondition): Promise<void> {
    await this.database.transaction(async ({ em }) => {
      const action = await this.requireAction(em, viewer, 'content:write', id);
      await requireUnchanged(em, precondition, action, stateOf);
      const node = await this.nodes.load(em, action.nodeId);
      if (node !== null) {
        this.nodes.touchContent(node);
        this.operations.write(em, viewer, 'action:delete', node);
      }
      em.remove(action);
    });
  }

  private async change(
    viewer: Viewer,
    id: string,
    inputFor: (action: Action) => ActionInput,
    precondition?: Precondition,
  ): Promise<ActionView> {
    return this.database.transaction(async ({ em }) => {
      const action = await this.requireAction(em, viewer, 'content:write', id);
      await requireUnchanged(em, precondition, action, stateOf);
      const oldNode = await em.findOneOrFail(Node, { id: action.nodeId });
      const fields = await this.check(em, viewer, inputFor(action), oldNode);
      this.nodes.touchContent(oldNode);
      em.assign(action, { ...fields, dateModified: laterThan(action.dateModified, this.clock.now()) });
      await em.flush();
      await requireRoom(em, action.nodeId, action.languageCode);
      return toActionView(action);
    });
  }

  /** Checks every rule of an action and gives its fields as they are stored. */
  private async check(em: EntityManager, viewer: Viewer, input: ActionInput, oldNode?: Node) {
    const node = await this.guarded.require(em, viewer, 'content:write', input.nodeId);
    if (oldNode && oldNode.organizationId !== node.organizationId) {
      throw badInput('nodeId', 'an action stays in its organization; choose an element of the same one');
    }
    const fields = await actionFieldsOf(em, this.languages, node, input);
    this.nodes.touchContent(node);
    this.operations.write(em, viewer, 'action:write', node);
    return fields;
  }

  private async requireAction(
    em: EntityManager,
    viewer: Viewer,
    operation: 'content:read' | 'content:write',
    id: string,
  ): Promise<Action> {
    const action = isId(id) ? await em.findOne(Action, { id: id.toLowerCase() }) : null;
    await this.guarded.requireFor(em, viewer, operation, action?.nodeId ?? null, `Action ${shown(id)}`);
    if (action === null) throw notFound(`Action ${shown(id)}`);
    return action;
  }
}

export function toActionView(action: Action): ActionView {
  const { id, nodeId, iconId, isValid, languageCode, priority, order, name, style, type, content } = action;
  const { rules, timeWindow, dateCreated, dateModified } = action;
  return {
    id,
    nodeId,
    iconId: iconId ?? null,
    isValid,
    languageCode,
    priority: priority ?? null,
    order: order ?? null,
    name,
    style: style ?? null,
    type,
    content,
    rules: rules ?? null,
    timeWindow: timeWindow ?? null,
    dateCreated,
    dateModified,
  };
}
