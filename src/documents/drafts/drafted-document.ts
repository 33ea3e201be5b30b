/** A document as its draft has it, while edits are made: its titles and actions here, its zones in `ZoneEdits`. */
import type { Viewer } from '../../access/viewer.js';
import {
  actionKey,
  type ActionState,
  keyOf,
  nodesOfActions,
  readTextStates,
  type Replaced,
  type TextState,
  titleKey,
} from '../history/text-states.js';
import { Action } from '../../content/actions/action.entity.js';
import {
  actionFieldsOf,
  type ActionOwner,
  type ActionInput,
  type ActionPatch,
  patchedAction,
} from '../../content/actions/action-fields.js';
import { roomRefusal } from '../../content/actions/action-room.js';
import { MAX_STYLE_LENGTH, MAX_TITLE_LENGTH, requireText } from '../../content/content.rules.js';
import { draftedVersion } from './drafted-content.js';
import type { ReplacedZone } from '../zones/zone.states.js';
import type { LanguageService } from '../../content/languages/language.service.js';
import type { TitleInput, TitlePatch } from '../../content/titles/title.service.js';
import type { EntityManager } from '../../db/database.js';
import { type GuardedNodes, shown } from '../../tree/guarded-nodes.js';
import type { Node } from '../../tree/node.entity.js';
import { badInput, LoupeError, notFound } from '../../kernel/errors.js';
import { isId, newId } from '../../kernel/ids.js';
import { requireState, stateOf } from '../../kernel/precondition.js';
import { childPath } from '../../tree/node-path.js';
import { storedTimeWindow } from '../../tree/time-zones.js';
import type { Change } from '../nodes/changes.service.js';
import type { DraftEdit, EditedElement } from './draft-edit.js';
import { ZoneEdits } from '../zones/zone.draft.js';

/** Members that are left out stay as they are. */
type TitleEdit = Pick<TitleInput, 'nodeId' | 'languageCode'> & TitlePatch;

interface Parts {
  readonly em: EntityManager;
  readonly viewer: Viewer;
  readonly guarded: GuardedNodes;
  readonly languages: LanguageService;
  readonly document: Node;
  /** Of the document. */
  readonly documentLanguages: readonly string[];
}

export class DraftedDocument {
  /** Things that the edits changed, by `keyOf`. */
  readonly touched = new Map<string, Replaced>();
  private readonly inForce = new Map<string, TextState>();
  private readonly readNodes = new Set<string>();

  readonly zones: ZoneEdits;

  /**
   * @param drafted      titles and actions that the draft holds before the edits
   * @param draftedZones zones that it holds
   * @param formerZones  ids of zones that only the draft had and that it deleted
   */
  constructor(
    private readonly parts: Parts,
    private readonly drafted: ReadonlyMap<string, Replaced>,
    draftedZones: ReadonlyMap<string, ReplacedZone>,
    formerZones: readonly string[],
  ) {
    const { em, viewer, guarded } = parts;
    const requireInside = (node: Node) => this.requireInside(node);
    this.zones = new ZoneEdits({ em, viewer, guarded, requireInside }, draftedZones, formerZones);
  }

  /** Makes the edits in their order. @throws LoupeError as the services of titles and actions, NOT_IN_DRAFT, CHANGED_MEANWHILE */
  async edit(edits: readonly DraftEdit[]): Promise<readonly EditedElement[]> {
    const actionIds = edits.flatMap(({ change }) => change?.updateAction?.id ?? change?.deleteAction ?? []);
    const known = actionIds.filter(isId).map((id) => id.toLowerCase());
    await this.read(await nodesOfActions(this.parts.em, known));
    const edited: EditedElement[] = [];
    for (const [at, edit] of edits.entries()) {
      try {
        edited.push(await this.editOne(edit));
      } catch (error) {
        throw error instanceof LoupeError ? atPlace(error, `edits.${at}`) : error;
      }
    }
    return edited;
  }

  private async editOne(edit: DraftEdit): Promise<EditedElement> {
    const { change, createZone, updateZone, deleteZone } = edit;
    const ifVersion = edit.ifVersion ?? null;
    const given = [change, createZone, updateZone, deleteZone].filter((member) => member != null);
    if (given.length !== 1)
      throw badInput('edit', 'must hold exactly one of change, createZone, updateZone and deleteZone');
    if (createZone != null) return this.zones.create(createZone);
    if (updateZone != null) return this.zones.update(updateZone.id, updateZone.patch, ifVersion);
    if (deleteZone != null) return this.deleteZone(deleteZone, ifVersion);
    return this.editText(change ?? {}, ifVersion);
  }

  private async deleteZone(zoneId: string, ifVersion: string | null): Promise<EditedElement> {
    const { id, version, isForgotten } = await this.zones.delete(zoneId, ifVersion);
    if (isForgotten) {
      for (const [key, { before, after }] of new Map([...this.drafted, ...this.touched])) {
        if (after?.nodeId === id) this.touched.set(key, { before, after: null });
      }
    }
    return { id, version };
  }

  private async editText(change: Change, ifVersion: string | null): Promise<EditedElement> {
    const { setTitle, updateTitle, createAction, updateAction, deleteAction, ...others } = change;
    const [other] = Object.entries(others).filter(([, value]) => value != null);
    if (other !== undefined) {
      throw notInDraft(other[0], 'is not collected in a draft; make it at once, outside of the draft');
    }
    if (setTitle != null) return this.setTitle(setTitle, ifVersion);
    if (updateTitle != null) return this.setTitle({ ...updateTitle, ...updateTitle.patch }, ifVersion);
    if (createAction != null) return this.putAction(newId(), createAction);
    if (updateAction != null) return this.updateAction(updateAction.id, updateAction.patch, ifVersion);
    if (deleteAction != null) return this.deleteAction(deleteAction, ifVersion);
    throw badInput('change', 'must hold exactly one member');
  }

  private async setTitle(input: TitleEdit, ifVersion: string | null): Promise<EditedElement> {
    const node = await this.require(input.nodeId);
    const languageCode = this.requireLanguage(input.languageCode);
    if (input.value !== undefined) requireText('value', input.value, MAX_TITLE_LENGTH);
    if (input.style) requireText('style', input.style, MAX_STYLE_LENGTH);
    const key = titleKey(node.id, languageCode);
    const present = this.present(key);
    await this.requireSeen(present, ifVersion);
    const style = input.style === undefined ? (present?.style ?? null) : input.style;
    const { em, document } = this.parts;
    const given = await storedTimeWindow(em, document.organizationId, input.timeWindow);
    const timeWindow = given === undefined ? (present?.timeWindow ?? null) : given;
    const after: TextState = {
      kind: 'title',
      nodeId: node.id,
      languageCode,
      value: input.value ?? (present?.kind === 'title' ? present.value : ''),
      style,
      timeWindow,
    };
    return this.put(key, node.id, after);
  }

  private async updateAction(
    id: string,
    patch: ActionPatch,
    ifVersion: string | null,
  ): Promise<EditedElement> {
    const present = await this.requireAction(id);
    await this.requireSeen(present, ifVersion);
    return this.putAction(present.id, patchedAction(present, patch));
  }

  private async deleteAction(id: string, ifVersion: string | null): Promise<EditedElement> {
    const present = await this.requireAction(id);
    await this.requireSeen(present, ifVersion);
    return this.put(actionKey(present.id), present.id, null);
  }

  private async putAction(id: string, input: ActionInput): Promise<EditedElement> {
    const { em, languages } = this.parts;
    const node = await this.require(input.nodeId);
    const languageCode = this.requireLanguage(input.languageCode);
    const fields = await actionFieldsOf(em, languages, node, input);
    const { nodeId, name, type, content, iconId, priority, order, style, rules, timeWindow } = fields;
    // In the order in which `readTextStates` has the members.
    const texts = { nodeId, languageCode, name, type, content };
    const shown = { iconId, priority, order, style, rules, timeWindow };
    const after: ActionState = { kind: 'action', id, ...texts, ...shown };
    const edited = this.put(actionKey(id), id, after);
    this.requireRoom(nodeId, languageCode);
    return edited;
  }

  private put(key: string, id: string, after: TextState | null): EditedElement {
    const known = this.touched.get(key) ?? this.drafted.get(key);
    const before = known === undefined ? (this.inForce.get(key) ?? null) : known.before;
    this.touched.set(key, { before, after });
    return { id, version: after === null ? null : draftedVersion(after) };
  }

  /** A text as the draft has it now. */
  private present(key: string): TextState | null {
    const replaced = this.touched.get(key) ?? this.drafted.get(key);
    return replaced === undefined ? (this.inForce.get(key) ?? null) : replaced.after;
  }

  private async requireAction(id: string): Promise<ActionState> {
    const { em, viewer, guarded } = this.parts;
    const present = this.present(actionKey(id));
    const what = `Action ${shown(id)}`;
    const zone = this.zones.newZone(present?.nodeId ?? '');
    const nodeId = zone?.pageId ?? present?.nodeId ?? null;
    const node = await guarded.requireFor(em, viewer, 'draft:write', nodeId, what);
    if (present?.kind !== 'action') throw notFound(what);
    this.requireInside(node);
    this.requireKept(present.nodeId);
    return present;
  }

  private async requireSeen(present: TextState | null, ifVersion: string | null): Promise<void> {
    if (ifVersion === null) return;
    const version = present === null ? null : await this.versionOf(present);
    const seen = { versions: [ifVersion], unmodifiedSince: null };
    requireState(seen, version === null ? null : { version, dateModified: null });
  }

  private async versionOf(present: TextState): Promise<string | null> {
    const key = keyOf(present);
    const isDrafted = this.touched.has(key) || this.drafted.has(key);
    if (present.kind === 'title' || isDrafted) return draftedVersion(present);
    const action = await this.parts.em.findOne(Action, { id: present.id });
    return action === null ? null : stateOf(action).version;
  }

  /** The element, which must lie in the document. */
  private async require(nodeId: string): Promise<ActionOwner> {
    const { em, viewer, guarded, documentLanguages } = this.parts;
    const zone = this.zones.newZone(nodeId);
    if (zone !== null) {
      const page = await this.zones.requirePage(zone.pageId);
      const path = childPath(page.path, zone.id);
      const { organizationId } = page;
      return { id: zone.id, type: 'Zone', path, organizationId, languages: documentLanguages };
    }
    const node = await guarded.require(em, viewer, 'draft:write', nodeId);
    this.requireInside(node);
    this.requireKept(node.id);
    await this.read([node.id]);
    return node;
  }

  private requireKept(nodeId: string): void {
    if (this.zones.isDeleted(nodeId))
      throw new LoupeError(
        'NOT_FOUND',
        `Zone ${shown(nodeId)} is deleted in the draft. Take that back first.`,
      );
  }

  private requireInside({ path }: Node): void {
    if (path.startsWith(this.parts.document.path)) return;
    throw notInDraft('nodeId', 'is no document, page or zone of this document');
  }

  private requireLanguage(code: string): string {
    const { languages, documentLanguages } = this.parts;
    const languageCode = languages.require(code);
    if (documentLanguages.includes(languageCode)) return languageCode;
    throw notInDraft(
      'languageCode',
      `the document is not offered in ${languageCode}; add the language first, which is not collected in a draft`,
    );
  }

  private requireRoom(nodeId: string, languageCode: string): void {
    const keys = new Set([...this.inForce.keys(), ...this.drafted.keys(), ...this.touched.keys()]);
    const actions = [...keys].flatMap((key) => {
      const state = this.present(key);
      const isCounted =
        state?.kind === 'action' && state.nodeId === nodeId && state.languageCode === languageCode;
      return isCounted ? [state] : [];
    });
    const lengths = actions.map(
      ({ name, content, style }) => name.length + content.length + (style ?? '').length,
    );
    const refusal = roomRefusal(
      actions.length,
      lengths.reduce((sum, length) => sum + length, 0),
    );
    if (refusal !== null) throw badInput('nodeId', refusal);
  }

  private async read(nodeIds: readonly string[]): Promise<void> {
    const fresh = nodeIds.filter((id) => !this.readNodes.has(id));
    if (fresh.length === 0) return;
    for (const [key, state] of await readTextStates(this.parts.em, fresh)) this.inForce.set(key, state);
    for (const id of fresh) this.readNodes.add(id);
  }
}

function notInDraft(field: string, problem: string): LoupeError {
  return new LoupeError('NOT_IN_DRAFT', `Not in a draft: ${field} ${problem}.`, { [field]: [problem] });
}

function atPlace({ code, message, fields }: LoupeError, place: string): LoupeError {
  const named = Object.entries(fields).map(([field, messages]) => [`${place}.${field}`, messages] as const);
  return new LoupeError(code, message, Object.fromEntries(named));
}
