/** What the lines of a file ask for: changes of titles and actions, each with what is there and what would be. */
import { badInput, type FieldErrors, LoupeError } from '../../kernel/errors.js';
import { yieldAfterLongTurn } from '../../db/in-parts.js';
import type { Change } from '../../documents/nodes/changes.service.js';
import {
  cellsOfContent,
  contentColumns,
  contentOfCells,
  type ContentProblem,
  contentProblems,
  typeOfCell,
  typesWith,
} from '../content-columns.js';
import type { ReadLine } from './sheet-lines.js';
import { headings, type Line, STORED, type TableName } from './spreadsheet-tables.js';

export const lineKinds = ['Added', 'Changed', 'Removed'] as const;
type LineKind = (typeof lineKinds)[number];

/** Lines that are compared between two yields to the event loop. */
const PART = 200;

/** A line that does not say what is there. */
export interface WantedLine {
  readonly table: TableName;
  readonly row: number;
  readonly kind: LineKind;
  readonly elementId: string;
  readonly languageCode: string;
  /** What is there; undefined for nothing. */
  readonly present: Line | undefined;
  readonly cells: readonly { readonly column: string; readonly before: string; readonly after: string }[];
  readonly change: Change;
  /** Why readers would not see what the row makes, though it can be taken. */
  readonly warnings: readonly ContentProblem[];
}

interface Present {
  /** By `lineKey`. */
  readonly lines: ReadonlyMap<string, Line>;
  /** Elements of the place. */
  readonly elementIds: ReadonlySet<string>;
}

/** What identifies a row among others of its kind. */
export function lineKey({ ActionId, ElementId, LanguageCode, Value }: Line): string {
  const isTitle = Value !== undefined;
  return isTitle
    ? `title ${ElementId?.trim().toLowerCase()} ${LanguageCode?.trim().toLowerCase()}`
    : `action ${(ActionId ?? '').trim().toLowerCase()}`;
}

/** @returns what differs from what is there, and by row and column why other lines cannot be taken */
export async function wantedOf(
  lines: readonly ReadLine[],
  present: Present,
): Promise<{ readonly wanted: readonly WantedLine[]; readonly problems: FieldErrors }> {
  const wanted: WantedLine[] = [];
  const problems: Record<string, readonly string[]> = {};
  const rowsOfKeys = new Map<string, number>();
  for (const [at, line] of lines.entries()) {
    if (at % PART === 0) await yieldAfterLongTurn();
    try {
      requireOnce(line, rowsOfKeys);
      const there = present.lines.get(lineKey(line.cells));
      const found = wantedLine(inColumns(line, there), there, present.elementIds);
      if (found !== null) wanted.push(found);
    } catch (error) {
      if (!(error instanceof LoupeError)) throw error;
      Object.assign(problems, error.fields);
    }
  }
  return { wanted, problems };
}

function requireOnce({ table, row, cells }: ReadLine, rowsOfKeys: Map<string, number>): void {
  const isNew = table === 'Actions' && (cells['ActionId'] ?? '').trim() === '';
  if (isNew) return;
  const key = lineKey(cells);
  const first = rowsOfKeys.get(key);
  if (first === undefined) rowsOfKeys.set(key, row);
  else {
    const what = table === 'Titles' ? 'the title' : 'the action';
    const column = table === 'Titles' ? 'Value' : 'ActionId';
    throw badInput(
      `${table} row ${row}.${column}`,
      `${what} stands in row ${first} already; leave one of the rows`,
    );
  }
}

/**
 * A line of actions with what these open in the columns of their types; files of before have all of it in `Content`. A cell of
 * its own goes before the same member there.
 */
function inColumns(line: ReadLine, present: Line | undefined): ReadLine {
  const { table, row, cells } = line;
  if (table !== 'Actions') return line;
  const type = typeOfCell(typeCellOf(cells, present));
  const written: Line | null = cells['Content'] === undefined ? null : cellsOfContent(type, cells['Content']);
  const own: Record<string, string> =
    cells['Type'] === undefined && present !== undefined ? {} : { Type: type };
  for (const column of contentColumns) {
    const cell = cells[column];
    const isFilled = column !== 'Content' && cell !== undefined && cell !== '';
    if (isFilled && !typesWith(column).includes(type) && cell !== present?.[column]) {
      const types = typesWith(column).join(', ');
      throw badInput(
        `${table} row ${row}.${column}`,
        `is for actions of the type ${types}; leave it empty for ${type}`,
      );
    }
    if (isFilled) own[column] = cell;
    else if (written !== null) own[column] = written[column] ?? '';
    else if (cell !== undefined) own[column] = cell;
  }
  return { ...line, cells: { ...cells, ...own } };
}

/** A new row that names no type is of the one whose column it fills. */
function typeCellOf(cells: Line, present: Line | undefined): string {
  const given = cells['Type'] ?? present?.['Type'] ?? '';
  if (given.trim() !== '' || (cells['Content'] ?? '').trim() !== '') return given;
  const column = Object.keys(TYPE_OF_COLUMN).find((each) => (cells[each] ?? '').trim() !== '');
  return TYPE_OF_COLUMN[column ?? ''] ?? given;
}

const TYPE_OF_COLUMN: Readonly<Record<string, string>> = {
  Address: 'URL',
  Mail: 'MAIL',
  Phone: 'TEL',
  Place: 'MAP',
};

/** What a box that is not ticked leaves in a cell, and what people write for no; anything else is yes. */
const NOT_TICKED = new Set(['', 'false', 'falsch', 'faux', 'no', 'nein', 'non', '0']);

/** null where the row says what is there. */
function wantedLine(
  { table, row, cells }: ReadLine,
  present: Line | undefined,
  elementIds: ReadonlySet<string>,
): WantedLine | null {
  const cell = (name: string) => cells[name] ?? '';
  const refuse = (field: string, message: string) => badInput(`${table} row ${row}.${field}`, message);
  const elementId = cell('ElementId').trim().toLowerCase();
  const isRemoval = table === 'Actions' && !NOT_TICKED.has(cell('Delete').trim().toLowerCase());
  if (!isRemoval && !elementIds.has(elementId)) {
    throw refuse('ElementId', 'is no element of this document or folder; copy it from an exported row');
  }
  const id = cell('ActionId').trim();
  if (id !== '' && present === undefined && !isRemoval) {
    throw refuse('ActionId', 'is no action of this document or folder; leave it empty for a new one');
  }
  if (isRemoval && id === '') throw refuse('Delete', 'needs an ActionId');
  if (isRemoval && present === undefined) {
    throw refuse('ActionId', 'is no action of this document or folder');
  }
  const differing = isRemoval ? [] : differingCells(table, cells, present);
  if (present !== undefined && differing.length === 0 && !isRemoval) return null;
  const about = {
    table,
    row,
    present,
    elementId: elementId === '' ? (present?.['ElementId'] ?? '') : elementId,
    languageCode: cell('LanguageCode').trim() || (present?.['LanguageCode'] ?? ''),
    cells: differing,
  };
  if (isRemoval) return { ...about, kind: 'Removed', change: { deleteAction: id }, warnings: [] };
  const kind: LineKind = present === undefined ? 'Added' : 'Changed';
  if (table === 'Titles') return { ...about, kind, change: titleChange(elementId, cells), warnings: [] };
  const { change, warnings } = actionChange(elementId, cells, present, refuse);
  return { ...about, kind, change, warnings };
}

function differingCells(table: TableName, cells: Line, present: Line | undefined): WantedLine['cells'] {
  return headings[table]
    .filter((name) => !['Element', 'Delete'].includes(name))
    .map((column) => ({ column, before: present?.[column] ?? '', after: cells[column] }))
    .flatMap(({ column, before, after }) =>
      after === undefined || after === before ? [] : [{ column, before, after }],
    );
}

const shownOf = ({ Style, TimeWindow }: Line) => ({
  ...(Style === undefined ? {} : { style: Style === '' ? null : Style }),
  ...(TimeWindow === undefined ? {} : { timeWindow: TimeWindow.trim() === '' ? null : TimeWindow }),
});

function titleChange(nodeId: string, cells: Line): Change {
  const languageCode = (cells['LanguageCode'] ?? '').trim();
  return { setTitle: { nodeId, languageCode, value: cells['Value'] ?? '', ...shownOf(cells) } };
}

/** Columns that a file leaves out keep what is there. */
function actionChange(
  nodeId: string,
  cells: Line,
  present: Line | undefined,
  refuse: (field: string, message: string) => LoupeError,
): Pick<WantedLine, 'change' | 'warnings'> {
  const cell = (name: string) => cells[name] ?? present?.[name] ?? '';
  const number = (name: string) => {
    const text = cell(name).trim();
    if (text === '') return null;
    if (!/^-?\d{1,9}$/.test(text)) throw refuse(name, 'must be a whole number');
    return Number(text);
  };
  const id = cell('ActionId').trim();
  const type = typeOfCell(cell('Type'));
  const cellsOfType = {
    Address: cell('Address'),
    Mail: cell('Mail'),
    Subject: cell('Subject'),
    Phone: cell('Phone'),
    Place: cell('Place'),
    Message: cell('Message'),
    Content: cell('Content'),
  };
  const isOfType = typeOfCell(present?.['Type'] ?? '') === type;
  const content = contentOfCells(type, cellsOfType, isOfType ? (present?.[STORED] ?? null) : null);
  const action = {
    nodeId,
    languageCode: cell('LanguageCode').trim(),
    name: cell('Name'),
    type: cell('Type').trim(),
    content,
    iconId: cell('IconId').trim() === '' ? null : cell('IconId').trim(),
    priority: number('Priority'),
    order: number('Order'),
    ...(cells['Rules'] === undefined ? {} : { rules: cells['Rules'].trim() === '' ? null : cells['Rules'] }),
    ...shownOf(cells),
  };
  return {
    change: id === '' ? { createAction: action } : { updateAction: { id, patch: action } },
    warnings: contentProblems(type, content),
  };
}
