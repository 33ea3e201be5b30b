/** The tables of a document for spreadsheet programs: its titles, and its actions. */
import { Action } from '../content/action.entity.js';
import { compareActions } from '../content/action.rules.js';
import { Title } from '../content/title.entity.js';
import type { EntityManager } from '../db/database.js';
import { Node } from '../hierarchy/node.entity.js';
import { inSubtree } from '../hierarchy/node-path.js';
import { compareText } from '../text-fold.js';

export const tableNames = ['Titles', 'Actions'] as const;
export type TableName = (typeof tableNames)[number];

/** Headings. `Element` is there for people; `Delete` removes the action of a row that has anything in it. */
export const headings: Readonly<Record<TableName, readonly string[]>> = {
  Titles: ['ElementId', 'Element', 'LanguageCode', 'Value', 'Style'],
  Actions: [
    'ActionId',
    'ElementId',
    'Element',
    'LanguageCode',
    'Priority',
    'Order',
    'Name',
    'Type',
    'Content',
    'IconId',
    'Style',
    'Delete',
  ],
};

/** Cells by heading. */
export type Line = Readonly<Record<string, string>>;
export type Tables = Readonly<Record<TableName, readonly Line[]>>;

/** Elements in the order of the print: the document, its pages, each with its zones. */
export async function readTables(em: EntityManager, document: Node): Promise<Tables> {
  const nodes = await em.find(Node, { path: inSubtree(document.path) });
  const elements = inPrintOrder(nodes, document);
  const nodeId = { $in: elements.map(({ node }) => node.id) };
  const titles = await em.find(Title, { nodeId });
  const actions = await em.find(Action, { nodeId });
  return {
    Titles: elements.flatMap(({ node, label }) =>
      titles
        .filter((title) => title.nodeId === node.id)
        .sort((a, b) => compareText(a.languageCode, b.languageCode))
        .map(({ languageCode, value, style }) => ({
          ElementId: node.id,
          Element: label,
          LanguageCode: languageCode,
          Value: value,
          Style: style ?? '',
        })),
    ),
    Actions: elements.flatMap(({ node, label }) =>
      actions
        .filter((action) => action.nodeId === node.id)
        .sort((a, b) => compareText(a.languageCode, b.languageCode) || compareActions(a, b))
        .map((action) => ({
          ActionId: action.id,
          ElementId: node.id,
          Element: label,
          LanguageCode: action.languageCode,
          Priority: action.priority?.toString() ?? '',
          Order: action.order?.toString() ?? '',
          Name: action.name,
          Type: action.type,
          Content: action.content,
          IconId: action.iconId ?? '',
          Style: action.style ?? '',
          Delete: '',
        })),
    ),
  };
}

function inPrintOrder(nodes: readonly Node[], document: Node) {
  const below = (parent: Node) =>
    nodes.filter(({ parentId }) => parentId === parent.id).sort((a, b) => a.order - b.order);
  const found: { readonly node: Node; readonly label: string }[] = [{ node: document, label: document.name }];
  for (const page of below(document)) {
    const label = `${page.order}: ${page.name}`;
    found.push({ node: page, label });
    for (const zone of below(page))
      found.push({ node: zone, label: `${label} / ${zone.order}: ${zone.name}` });
  }
  return found;
}
