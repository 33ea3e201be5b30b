/** Titles and actions of a document or folder as a spreadsheet: written, changed by people, and read back. */
import type { Viewer } from '../../access/viewer.js';
import type { Database } from '../../db/database.js';
import type { GuardedNodes } from '../../tree/guarded-nodes.js';
import type { Node } from '../../tree/node.entity.js';
import { badFields, badInput, type FieldErrors, LoupeError } from '../../kernel/errors.js';
import { type PrintedElement, readPrintedElements } from '../../documents/texts/printed-elements.js';
import type { AppliedChanges, RecordedChanges } from '../../documents/texts/recorded-changes.js';
import { MAX_LINES } from './sheet-lines.js';
import { readSpreadsheet, writeCsv, writeXlsx } from './spreadsheet-files.js';
import { lineKey, type WantedLine, wantedOf } from './spreadsheet-lines.js';
import { headings, type Line, readTables, type TableName } from './spreadsheet-tables.js';

/** Lines of one preview that are shown; an import makes all of them. */
const MAX_SHOWN = 1000;

export const spreadsheetFormats = ['xlsx', 'csv'] as const;
export type SpreadsheetFormat = (typeof spreadsheetFormats)[number];

export interface Spreadsheet {
  readonly content: Buffer;
  readonly contentType: string;
  readonly fileName: string;
}

/** A line of a file that an import would follow. */
export type ProposedLine = Pick<WantedLine, 'table' | 'row' | 'kind' | 'languageCode' | 'cells'> & {
  readonly element: PrintedElement;
  /** Title, or name of the action, as it is there. */
  readonly name: string;
};

/** Why a line of a file cannot be taken. */
export interface RefusedLine {
  /** null where the file as a whole is meant. */
  readonly table: string | null;
  /** As spreadsheet programs count. */
  readonly row: number | null;
  /** Its heading; null where the row as a whole is meant. */
  readonly column: string | null;
  readonly message: string;
}

export interface SpreadsheetPreview {
  readonly lines: readonly ProposedLine[];
  /** Lines that would change something; more than `lines` when they are many. */
  readonly total: number;
  /** The import is refused while there is one. */
  readonly refusals: readonly RefusedLine[];
  /** Of all lines that can be taken: actions that readers would not see, as a wrong address. */
  readonly warnings: readonly RefusedLine[];
}

export class SpreadsheetService {
  constructor(
    private readonly database: Database,
    private readonly guarded: GuardedNodes,
    private readonly recorded: RecordedChanges,
  ) {}

  /**
   * Both tables as XLSX, or one of them as CSV. Texts that spreadsheet programs would compute are made harmless.
   *
   * @param placeId a document, or a folder or organization with the documents in it
   * @throws LoupeError NOT_FOUND, FORBIDDEN, BAD_USER_INPUT (another element, or too much for one file)
   */
  async export(
    viewer: Viewer,
    placeId: string,
    { format, table }: { readonly format: SpreadsheetFormat; readonly table: TableName },
  ): Promise<Spreadsheet> {
    const { node, elements } = await this.elementsOf(viewer, 'content:read', placeId);
    const tables = await readTables(this.database.reader(), elements);
    const rows = tables.Titles.length + tables.Actions.length;
    if (rows > MAX_LINES) {
      const message = `has ${rows} titles and actions, and a file at most ${MAX_LINES} rows; choose a folder or document in it`;
      throw badInput('documentId', message);
    }
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
   * titles and actions without a row stay, and so does what a file has no column for.
   *
   * @returns how many rows said something new, and what takes it back
   * @throws LoupeError NOT_FOUND, FORBIDDEN, UNSUPPORTED_MEDIA, PAYLOAD_TOO_LARGE, and BAD_USER_INPUT with fields such as
   *   `Actions row 7.content`
   */
  async import(viewer: Viewer, placeId: string, bytes: Buffer): Promise<AppliedChanges> {
    const { node, wanted, problems } = await this.read(viewer, placeId, bytes);
    if (Object.keys(problems).length > 0) throw badFields(problems);
    const { undoId } = await this.recorded.apply(
      viewer,
      node.id,
      wanted.map(({ change }) => change),
      { placeOf: placesOf(wanted) },
    );
    return { changed: wanted.length, undoId };
  }

  /**
   * What an import would do; nothing is done.
   *
   * @throws LoupeError NOT_FOUND, FORBIDDEN, UNSUPPORTED_MEDIA, PAYLOAD_TOO_LARGE, and BAD_USER_INPUT where the file is no
   *   such table at all
   */
  async preview(viewer: Viewer, placeId: string, bytes: Buffer): Promise<SpreadsheetPreview> {
    try {
      const { wanted, problems, elements } = await this.read(viewer, placeId, bytes);
      const refused = { ...problems, ...(await this.rehearse(viewer, wanted)) };
      const byId = new Map(elements.map((element) => [element.id, element]));
      return {
        lines: wanted.slice(0, MAX_SHOWN).flatMap((line) => proposedLine(line, byId.get(line.elementId))),
        total: wanted.length,
        refusals: refusalsOf(refused),
        warnings: warningsOf(wanted),
      };
    } catch (error) {
      // Cells that cannot be read are refusals of their rows.
      if (!(error instanceof LoupeError) || !Object.keys(error.fields).some((place) => PLACE.test(place))) {
        throw error;
      }
      return { lines: [], total: 0, refusals: refusalsOf(error.fields), warnings: [] };
    }
  }

  private async read(viewer: Viewer, placeId: string, bytes: Buffer) {
    const { node, elements } = await this.elementsOf(viewer, 'content:write', placeId);
    const lines = await readSpreadsheet(bytes);
    const tables = await readTables(this.database.reader(), elements);
    const present = {
      lines: new Map<string, Line>(
        [...tables.Titles, ...tables.Actions].map((line) => [lineKey(line), line] as const),
      ),
      elementIds: new Set(elements.map(({ id }) => id)),
    };
    return { node, elements, ...(await wantedOf(lines, present)) };
  }

  private async rehearse(viewer: Viewer, wanted: readonly WantedLine[]): Promise<FieldErrors> {
    try {
      const changes = wanted.map(({ change }) => change);
      await this.recorded.rehearse(viewer, changes, { placeOf: placesOf(wanted) });
      return {};
    } catch (error) {
      if (error instanceof LoupeError && error.remedy !== 'busy') return error.fields;
      throw error;
    }
  }

  private async elementsOf(
    viewer: Viewer,
    operation: 'content:read' | 'content:write',
    placeId: string,
  ): Promise<{ readonly node: Node; readonly elements: readonly PrintedElement[] }> {
    const node = await this.guarded.require(this.database.reader(), viewer, operation, placeId);
    return { node, elements: await readPrintedElements(this.database, node) };
  }
}

const placesOf = (wanted: readonly WantedLine[]) => (at: number) =>
  `${wanted[at]?.table ?? ''} row ${wanted[at]?.row ?? 0}`;

const PLACE = /^(Titles|Actions) row (\d+)(?:\.(\w+))?$/;

function refusalsOf(fields: FieldErrors): readonly RefusedLine[] {
  return Object.entries(fields).flatMap(([place, messages]) => {
    const [, table, row, field] = PLACE.exec(place) ?? [];
    const column = field === undefined ? null : headingOf(table, field);
    return messages.map((message) =>
      table === undefined
        ? { table: null, row: null, column: null, message: place === '…' ? message : `${place}: ${message}` }
        : { table, row: Number(row), column, message },
    );
  });
}

function warningsOf(wanted: readonly WantedLine[]): readonly RefusedLine[] {
  const all = wanted.flatMap(({ table, row, warnings }) =>
    warnings.map(({ column, message }) => ({ table, row, column, message })),
  );
  return all.slice(0, MAX_SHOWN);
}

/** Services name members as interfaces do, files as people do. */
function headingOf(table: string | undefined, field: string): string {
  if (field === 'nodeId') return 'ElementId';
  const all = table === 'Titles' ? headings.Titles : headings.Actions;
  return all.find((heading) => heading.toLowerCase() === field.toLowerCase()) ?? field;
}

function proposedLine(line: WantedLine, element: PrintedElement | undefined): readonly ProposedLine[] {
  if (element === undefined) return [];
  const { table, row, kind, languageCode, cells, present } = line;
  const name = present?.[table === 'Titles' ? 'Value' : 'Name'] ?? '';
  return [{ table, row, kind, languageCode, cells, element, name }];
}
