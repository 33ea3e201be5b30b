/** Titles and actions of a document as a spreadsheet: written, changed by people, and read back. */
import type { Viewer } from '../access/viewer.js';
import type { Database } from '../db/database.js';
import { badInput } from '../kernel/errors.js';
import type { GuardedNodes } from '../hierarchy/guarded-nodes.js';
import type { Change, ChangesService } from '../publishing/changes.service.js';
import type { ReadLine } from './sheet-lines.js';
import { readSpreadsheet, writeCsv, writeXlsx } from './spreadsheet-files.js';
import { type Line, readTables, type TableName } from './spreadsheet-tables.js';

/** Rows of one file that differ from what is there. */
const MAX_CHANGES = 5000;

export const spreadsheetFormats = ['xlsx', 'csv'] as const;
export type SpreadsheetFormat = (typeof spreadsheetFormats)[number];

export interface Spreadsheet {
  readonly content: Buffer;
  readonly contentType: string;
  readonly fileName: string;
}

export class SpreadsheetService {
  constructor(
    private readonly database: Database,
    private readonly guarded: GuardedNodes,
    private readonly changes: Pick<ChangesService, 'apply'>,
  ) {}

  /**
   * Both tables as XLSX, or one of them as CSV. Texts that spreadsheet programs would compute are made harmless.
   *
   * @throws LoupeError NOT_FOUND, FORBIDDEN
   */
  async export(
    viewer: Viewer,
    documentId: string,
    { format, table }: { readonly format: SpreadsheetFormat; readonly table: TableName },
  ): Promise<Spreadsheet> {
    const em = this.database.reader();
    const node = await this.guarded.requireOfType(em, viewer, 'content:read', documentId, 'Document');
    const tables = await readTables(em, node);
    if (format === 'csv') {
      return {
        content: Buffer.from(writeCsv(tables, table)),
        contentType: 'text/csv; charset=utf-8',
        fileName: `${table.toLowerCase()}-${node.id}.csv`,
      };
    }
    return {
      content: await writeXlsx(tables),
      contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      fileName: `content-${node.id}.xlsx`,
    };
  }

  /**
   * Makes titles and actions what the rows of a file say, all or nothing. Rows that say what is there change nothing;
   * titles and actions without a row stay.
   *
   * @returns how many rows changed something
   * @throws LoupeError NOT_FOUND, FORBIDDEN, UNSUPPORTED_MEDIA, PAYLOAD_TOO_LARGE, and BAD_USER_INPUT with fields such as
   *   `Actions row 7.content`
   */
  async import(viewer: Viewer, documentId: string, bytes: Buffer): Promise<{ readonly changed: number }> {
    const em = this.database.reader();
    const node = await this.guarded.requireOfType(em, viewer, 'content:write', documentId, 'Document');
    const lines = await readSpreadsheet(bytes);
    const tables = await readTables(em, node);
    const there = new Map([...tables.Titles, ...tables.Actions].map((line) => [keyOf(line), line] as const));
    const elementIds = new Set(await this.elementsOf(node.path));
    const wanted = lines.flatMap((line) => {
      const change = changeOf(line, there.get(keyOf(line.cells)), elementIds);
      return change === null ? [] : [{ change, place: `${line.table} row ${line.row}` }];
    });
    await this.changes.apply(
      viewer,
      wanted.map(({ change }) => change),
      { most: MAX_CHANGES, placeOf: (at) => wanted[at]?.place ?? '' },
    );
    return { changed: wanted.length };
  }

  private async elementsOf(path: string): Promise<readonly string[]> {
    const rows = await this.database
      .reader()
      .getConnection()
      .execute<{ id: string }[]>('select id from node where path like ?', [`${path}%`], 'all');
    return rows.map(({ id }) => id);
  }
}

/** What identifies a row among others of its kind. */
function keyOf({ ActionId, ElementId, LanguageCode, Value }: Line): string {
  const isTitle = Value !== undefined;
  return isTitle
    ? `title ${ElementId?.toLowerCase()} ${LanguageCode?.toLowerCase()}`
    : `action ${(ActionId ?? '').toLowerCase()}`;
}

/** What a box that is not ticked leaves in a cell, and what people write for no; anything else is yes. */
const NOT_TICKED = new Set(['', 'false', 'falsch', 'faux', 'no', 'nein', 'non', '0']);

/** null where the row says what is there. */
function changeOf(
  { table, row, cells }: ReadLine,
  present: Line | undefined,
  elementIds: ReadonlySet<string>,
): Change | null {
  const cell = (name: string) => cells[name] ?? '';
  const refuse = (field: string, message: string) => badInput(`${table} row ${row}.${field}`, message);
  const nodeId = cell('ElementId').trim().toLowerCase();
  const isDeletion = table === 'Actions' && !NOT_TICKED.has(cell('Delete').trim().toLowerCase());
  if (!isDeletion && !elementIds.has(nodeId)) {
    throw refuse('ElementId', 'is no element of this document; copy it from an exported row');
  }
  const isSame = Object.entries(present ?? {}).every(
    ([name, value]) => name === 'Element' || cells[name] === undefined || cells[name] === value,
  );
  if (present !== undefined && isSame && !isDeletion) return null;
  const languageCode = cell('LanguageCode').trim();
  const style = cells['Style'] === undefined ? {} : { style: cell('Style') === '' ? null : cell('Style') };
  if (table === 'Titles') return { setTitle: { nodeId, languageCode, value: cell('Value'), ...style } };
  const id = cell('ActionId').trim();
  if (id !== '' && present === undefined) {
    throw refuse('ActionId', 'is no action of this document; leave it empty for a new one');
  }
  if (isDeletion) {
    if (id === '') throw refuse('Delete', 'needs an ActionId');
    return { deleteAction: id };
  }
  const number = (name: string) => {
    const text = cell(name).trim();
    if (text === '') return null;
    if (!/^-?\d{1,9}$/.test(text)) throw refuse(name, 'must be a whole number');
    return Number(text);
  };
  const action = {
    nodeId,
    languageCode,
    name: cell('Name'),
    type: cell('Type').trim(),
    content: cell('Content'),
    iconId: cell('IconId').trim() === '' ? null : cell('IconId').trim(),
    priority: number('Priority'),
    order: number('Order'),
    ...style,
  };
  return id === '' ? { createAction: action } : { updateAction: { id, patch: action } };
}
