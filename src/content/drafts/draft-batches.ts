/** Titles and actions of elements as the draft of their document has them, of many elements at once. */
import type { Viewer } from '../../access/viewer.js';
import type { Database } from '../../db/database.js';
import type { ActionState, TitleState } from '../../audit/history/text-states.js';
import type { GuardedNodes } from '../../hierarchy/guarded-nodes.js';
import { idsOnPath } from '../../hierarchy/node-path.js';
import { LoupeError } from '../../kernel/errors.js';
import { compareText } from '../../kernel/text-fold.js';
import { stateOf } from '../../kernel/precondition.js';
import { Action, type ActionType } from '../action.entity.js';
import { checkContent, compareActions } from '../action.rules.js';
import { toActionView } from '../action.service.js';
import type { Each } from '../content-batches.js';
import { Title } from '../title.entity.js';
import { titleState } from '../title.service.js';
import { type DraftedTexts, draftedVersion, readDrafts } from './drafted-texts.js';

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

/** What readers get of an element once the draft of its document is published. */
export interface DraftedContent {
  readonly documentId: string;
  /** By language. */
  readonly titles: readonly DraftedTitle[];
  /** By language, then as readers see them. */
  readonly actions: readonly DraftedAction[];
}

export class DraftBatches {
  constructor(
    private readonly database: Database,
    private readonly guarded: GuardedNodes,
  ) {}

  /** In the order of the ids; null where the document of an element has no draft. */
  async contentOf(viewer: Viewer, nodeIds: readonly string[]): Promise<Each<DraftedContent | null>> {
    const em = this.database.reader();
    const places = await this.guarded.requireEachPlace(em, viewer, 'content:read', nodeIds);
    const found = places.flatMap((place) => (place instanceof LoupeError ? [] : [place]));
    const drafts = await readDrafts(em, [...new Set(found.flatMap(({ path }) => idsOnPath(path)))]);
    const documentOf = (path: string) => idsOnPath(path).find((id) => drafts.has(id)) ?? '';
    const ids = [...new Set(found.filter(({ path }) => documentOf(path) !== '').map(({ id }) => id))];
    const where = { nodeId: { $in: ids } };
    const titles = ids.length === 0 ? [] : await em.find(Title, where);
    const actions = ids.length === 0 ? [] : await em.find(Action, where);
    return places.map((place) => {
      if (place instanceof LoupeError) return place;
      const documentId = documentOf(place.path);
      const draft = drafts.get(documentId);
      if (draft === undefined) return null;
      return {
        documentId,
        titles: titlesOf(place.id, titles, draft),
        actions: actionsOf(place.id, actions, draft),
      };
    });
  }
}

function titlesOf(nodeId: string, titles: readonly Title[], draft: DraftedTexts): readonly DraftedTitle[] {
  const byLanguage = new Map<string, DraftedTitle>();
  for (const title of titles.filter((each) => each.nodeId === nodeId)) {
    const { languageCode, value, style } = title;
    const { version } = titleState(title);
    byLanguage.set(languageCode, {
      nodeId,
      languageCode,
      value,
      style: style ?? null,
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

function actionsOf(
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
