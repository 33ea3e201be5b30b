/** Titles and actions from which a reader's answer is made: those in force, or those of a draft before it is published. */
import { actionKey } from '../documents/history/text-states.js';
import type { Action, ActionType } from '../content/actions/action.entity.js';
import { checkContent } from '../content/actions/action.rules.js';
import type { DraftedTexts } from '../documents/drafts/drafted-texts.js';
import type { Title } from '../content/titles/title.entity.js';
import type { EntityManager } from '../db/database.js';
import { marks, readRows } from '../db/rows.js';

type ShownTitle = Pick<Title, 'nodeId' | 'value' | 'style'>;

export type ShownAction = Pick<
  Action,
  'id' | 'nodeId' | 'iconId' | 'priority' | 'order' | 'name' | 'style' | 'type' | 'content' | 'dateCreated'
>;

/** Actions are those that follow the rules of their type: others are not shown. */
export interface ReaderTexts {
  titles(em: EntityManager, nodeIds: readonly string[], languageCode: string): Promise<readonly ShownTitle[]>;
  actions(
    em: EntityManager,
    nodeIds: readonly string[],
    languageCode: string,
  ): Promise<readonly ShownAction[]>;
  languagesOfActions(em: EntityManager, nodeIds: readonly string[]): Promise<ReadonlySet<string>>;
}

export const textsInForce: ReaderTexts = {
  async titles(em, nodeIds, languageCode) {
    return readRows<ShownTitle>(
      em,
      `select node_id as "nodeId", value, style from title where node_id in (${marks(nodeIds)}) and language_code = ?`,
      [...nodeIds, languageCode],
    );
  },
  async actions(em, nodeIds, languageCode) {
    const rows = await readRows<
      Omit<ShownAction, 'dateCreated'> & { readonly created: Date | number | string }
    >(
      em,
      `select id, node_id as "nodeId", icon_id as "iconId", priority, "order", name, style, type, content,
         date_created as created
       from action where node_id in (${marks(nodeIds)}) and language_code = ? and is_valid = true`,
      [...nodeIds, languageCode],
    );
    return rows.map(({ created, ...action }) => ({ ...action, dateCreated: new Date(created) }));
  },
  async languagesOfActions(em, nodeIds) {
    const rows = await readRows<{ language_code: string }>(
      em,
      `select distinct language_code from action where node_id in (${marks(nodeIds)}) and is_valid = true`,
      nodeIds,
    );
    return new Set(rows.map((row) => row.language_code));
  },
};

/** Those in force, with what a draft makes of them. */
export class TextsOfDraft implements ReaderTexts {
  constructor(private readonly draft: DraftedTexts) {}

  async titles(em: EntityManager, nodeIds: readonly string[], languageCode: string) {
    const titles = new Map(
      (await textsInForce.titles(em, nodeIds, languageCode)).map((title) => [title.nodeId, title]),
    );
    for (const { replaced } of this.draft.values()) {
      const { after } = replaced;
      if (after?.kind !== 'title' || after.languageCode !== languageCode) continue;
      if (nodeIds.includes(after.nodeId)) titles.set(after.nodeId, after);
    }
    return [...titles.values()];
  }

  async actions(em: EntityManager, nodeIds: readonly string[], languageCode: string) {
    const inForce = await textsInForce.actions(em, nodeIds, languageCode);
    const dates = new Map(inForce.map(({ id, dateCreated }) => [id, dateCreated]));
    const drafted = this.actionsOf(nodeIds).filter((action) => action.languageCode === languageCode);
    return [
      ...inForce.filter(({ id }) => !this.hasAction(id)),
      ...drafted.map((action) => ({ ...action, dateCreated: dates.get(action.id) ?? action.dateCreated })),
    ];
  }

  async languagesOfActions(em: EntityManager, nodeIds: readonly string[]) {
    const rows = await readRows<{ readonly id: string; readonly languageCode: string }>(
      em,
      `select id, language_code as "languageCode" from action
        where node_id in (${marks(nodeIds)}) and is_valid = true`,
      nodeIds,
    );
    const left = rows.filter(({ id }) => !this.hasAction(id));
    return new Set([...left, ...this.actionsOf(nodeIds)].map(({ languageCode }) => languageCode));
  }

  private hasAction(id: string): boolean {
    return this.draft.has(actionKey(id));
  }

  /** Those that it makes or changes. */
  private actionsOf(nodeIds: readonly string[]) {
    return [...this.draft.values()].flatMap(({ replaced: { after }, dateCreated }) => {
      if (after?.kind !== 'action' || !nodeIds.includes(after.nodeId)) return [];
      const type = after.type as ActionType;
      return checkContent(type, after.content).isValid ? [{ ...after, type, dateCreated }] : [];
    });
  }
}
