/** The tables of a place for spreadsheet programs: its titles, and its actions. */
import { Action } from '../../content/actions/action.entity.js';
import { compareActions } from '../../content/actions/action.rules.js';
import { Title } from '../../content/titles/title.entity.js';
import type { EntityManager } from '../../db/database.js';
import { eachPart } from '../../db/in-parts.js';
import { compareText } from '../../kernel/text-fold.js';
import type { PrintedElement } from '../../documents/texts/printed-elements.js';
import { cellsOfContent, contentColumns } from '../content-columns.js';

export const tableNames = ['Titles', 'Actions'] as const;
export type TableName = (typeof tableNames)[number];

/** Headings. `Element` is there for people; `Delete` removes the action of a row that says yes there. */
export const headings: Readonly<Record<TableName, readonly string[]>> = {
  Titles: ['ElementId', 'Element', 'LanguageCode', 'Value', 'Style', 'TimeWindow'],
  Actions: [
    'ActionId',
    'ElementId',
    'Element',
    'LanguageCode',
    'Priority',
    'Order',
    'Name',
    'Type',
    ...contentColumns,
    'IconId',
    'Style',
    'Rules',
    'TimeWindow',
    'Delete',
  ],
};

/** Under no heading: the content of an action as it is stored. */
export const STORED = '';

/** Cells by heading. */
export type Line = Readonly<Record<string, string>>;
export type Tables = Readonly<Record<TableName, readonly Line[]>>;

/** @param elements in the order of the print */
export async function readTables(em: EntityManager, elements: readonly PrintedElement[]): Promise<Tables> {
  const tables: Record<TableName, Line[]> = { Titles: [], Actions: [] };
  await eachPart(elements, async (part) => {
    const nodeId = { $in: part.map(({ id }) => id) };
    // What one part loads is of no use to the next.
    const own = em.fork({ keepTransactionContext: true });
    const titles = Map.groupBy(await own.find(Title, { nodeId }), (title) => title.nodeId);
    const actions = Map.groupBy(await own.find(Action, { nodeId }), (action) => action.nodeId);
    for (const element of part) {
      tables.Titles.push(...titleLines(element, titles.get(element.id) ?? []));
      tables.Actions.push(...actionLines(element, actions.get(element.id) ?? []));
    }
  });
  return tables;
}

function titleLines({ id, label }: PrintedElement, titles: readonly Title[]): Line[] {
  return titles
    .toSorted((a, b) => compareText(a.languageCode, b.languageCode))
    .map(({ languageCode, value, style, timeWindow }) => ({
      ElementId: id,
      Element: label,
      LanguageCode: languageCode,
      Value: value,
      Style: style ?? '',
      TimeWindow: timeWindow ?? '',
    }));
}

function actionLines({ id, label }: PrintedElement, actions: readonly Action[]): Line[] {
  return actions
    .toSorted((a, b) => compareText(a.languageCode, b.languageCode) || compareActions(a, b))
    .map((action) => ({
      ActionId: action.id,
      ElementId: id,
      Element: label,
      LanguageCode: action.languageCode,
      Priority: action.priority?.toString() ?? '',
      Order: action.order?.toString() ?? '',
      Name: action.name,
      Type: action.type,
      ...cellsOfContent(action.type, action.content),
      [STORED]: action.content,
      IconId: action.iconId ?? '',
      Style: action.style ?? '',
      Rules: action.rules ?? '',
      TimeWindow: action.timeWindow ?? '',
      Delete: '',
    }));
}
