/** Titles and actions from which a reader's answer is made: those in force, or those of a draft before it is published. */
import { actionKey } from '../documents/history/text-states.js';
import type { Action, ActionType } from '../content/actions/action.entity.js';
import { checkContent } from '../content/actions/action.rules.js';
import type { DraftedTexts } from '../documents/drafts/drafted-content.js';
import type { Title } from '../content/titles/title.entity.js';
import type { EntityManager } from '../db/database.js';
import type { Moment } from '../kernel/windows/moment.js';
import { marks, readRows } from '../db/rows.js';

type ShownTitle = Pick<Title, 'nodeId' | 'value' | 'style'>;

export type ShownAction = Pick<
  Action,
  | 'id'
  | 'nodeId'
  | 'iconId'
  | 'priority'
  | 'order'
  | 'name'
  | 'style'
  | 'type'
  | 'content'
  | 'rules'
  | 'dateCreated'
>;

/** Elements whose texts are asked for, and when. */
export interface TextPlace {
  readonly nodeIds: readonly string[];
  readonly moment: Moment;
}

/** Those that are within their window. Actions are those that follow the rules of their type: others are not shown. */
export interface ReaderTexts {
  titles(em: EntityManager, place: TextPlace, languageCode: string): Promise<readonly ShownTitle[]>;
  actions(em: EntityManager, place: TextPlace, languageCode: string): Promise<readonly ShownAction[]>;
  languagesOfActions(em: EntityManager, place: TextPlace): Promise<ReadonlySet<string>>;
}

export const textsInForce: ReaderTexts = {
  async titles(em, place, languageCode) {
    return shown(await storedTitles(em, place.nodeIds, languageCode), place);
  },
  async actions(em, place, languageCode) {
    return shown(await storedActions(em, place.nodeIds, languageCode), place);
  },
  async languagesOfActions(em, place) {
    return languagesOf(shown(await storedLanguages(em, place.nodeIds), place));
  },
};

/** Those in force, with what a draft makes of them. */
export class TextsOfDraft implements ReaderTexts {
  constructor(private readonly draft: DraftedTexts) {}

  async titles(em: EntityManager, place: TextPlace, languageCode: string) {
    const inForce = await storedTitles(em, place.nodeIds, languageCode);
    const titles = new Map<string, Windowed<ShownTitle>>(inForce.map((title) => [title.nodeId, title]));
    for (const { replaced } of this.draft.values()) {
      const { after } = replaced;
      if (after?.kind !== 'title' || after.languageCode !== languageCode) continue;
      if (place.nodeIds.includes(after.nodeId)) titles.set(after.nodeId, after);
    }
    return shown([...titles.values()], place);
  }

  async actions(em: EntityManager, place: TextPlace, languageCode: string) {
    const inForce = await storedActions(em, place.nodeIds, languageCode);
    const dates = new Map(inForce.map(({ id, dateCreated }) => [id, dateCreated]));
    const drafted = this.actionsOf(place.nodeIds).filter((action) => action.languageCode === languageCode);
    const actions = [
      ...inForce.filter(({ id }) => !this.hasAction(id)),
      ...drafted.map((action) => ({ ...action, dateCreated: dates.get(action.id) ?? action.dateCreated })),
    ];
    return shown(actions, place);
  }

  async languagesOfActions(em: EntityManager, place: TextPlace) {
    const left = (await storedLanguages(em, place.nodeIds)).filter(({ id }) => !this.hasAction(id));
    return languagesOf(shown([...left, ...this.actionsOf(place.nodeIds)], place));
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

type Windowed<Text> = Text & { readonly timeWindow: string | null };

const shown = <Text extends { readonly timeWindow: string | null }>(
  texts: readonly Text[],
  { moment }: TextPlace,
): readonly Text[] => texts.filter(({ timeWindow }) => moment.shows(timeWindow));

const languagesOf = (actions: readonly { readonly languageCode: string }[]): ReadonlySet<string> =>
  new Set(actions.map(({ languageCode }) => languageCode));

async function storedTitles(em: EntityManager, nodeIds: readonly string[], languageCode: string) {
  return readRows<Windowed<ShownTitle>>(
    em,
    `select node_id as "nodeId", value, style, time_window as "timeWindow"
       from title where node_id in (${marks(nodeIds)}) and language_code = ?`,
    [...nodeIds, languageCode],
  );
}

async function storedActions(em: EntityManager, nodeIds: readonly string[], languageCode: string) {
  const rows = await readRows<
    Omit<Windowed<ShownAction>, 'dateCreated'> & { readonly created: Date | number | string }
  >(
    em,
    `select id, node_id as "nodeId", icon_id as "iconId", priority, "order", name, style, type, content, rules,
       time_window as "timeWindow", date_created as created
     from action where node_id in (${marks(nodeIds)}) and language_code = ? and is_valid = true`,
    [...nodeIds, languageCode],
  );
  return rows.map(({ created, ...action }) => ({ ...action, dateCreated: new Date(created) }));
}

async function storedLanguages(em: EntityManager, nodeIds: readonly string[]) {
  return readRows<{
    readonly id: string;
    readonly languageCode: string;
    readonly timeWindow: string | null;
  }>(
    em,
    `select id, language_code as "languageCode", time_window as "timeWindow" from action
      where node_id in (${marks(nodeIds)}) and is_valid = true`,
    nodeIds,
  );
}
