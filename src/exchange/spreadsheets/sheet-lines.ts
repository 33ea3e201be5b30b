/** The rows of a sheet as lines of a table, which is recognized by its headings. */
import { badFields, badInput } from '../../kernel/errors.js';
import { contentColumns } from '../content-columns.js';
import { columnLetters, type SheetCell, type SheetRow, spreadsheetTooLarge } from './sheet-row.js';
import { headings, type Line, type TableName, tableNames } from './spreadsheet-tables.js';

/** Of all sheets together. */
export const MAX_LINES = 50_000;
const MAX_PROBLEMS = 100;
/** Of all cells together: workbooks may name one long text in every cell. */
const MAX_CHARACTERS = 40_000_000;

/** Without these a sheet is no such table. */
const NEEDED: Readonly<Record<TableName, readonly string[]>> = {
  Titles: ['ElementId', 'LanguageCode', 'Value'],
  Actions: ['ElementId', 'LanguageCode', 'Name'],
};
/** A table of actions has one of them at least. */
const OPENS: ReadonlySet<string> = new Set(contentColumns);

/** Columns whose numbers are taken as they are, not as they are shown. */
const NUMBERS: ReadonlySet<string> = new Set(['Priority', 'Order']);

/** A row of a file with its place for people. */
export interface ReadLine {
  readonly table: TableName;
  /** As spreadsheet programs count. */
  readonly row: number;
  readonly cells: Line;
}

interface Head {
  readonly table: TableName;
  /** Columns of known headings; others are there for people. */
  readonly columns: readonly { readonly heading: string; readonly column: number }[];
}

/** Lines of a file and what is wrong with them. */
export class FileLines {
  private readonly lines: ReadLine[] = [];
  private readonly problems = new Map<string, string>();
  private problemCount = 0;
  private characters = 0;

  /** @returns what takes the rows of a sheet; rows before the headings must be blank */
  beginSheet(sheet: string): (row: SheetRow) => void {
    let head: Head | null = null;
    return (row) => {
      if (isBlank(row)) return;
      if (head === null) head = headOf(row, sheet);
      else this.add(row, head);
    };
  }

  /** @throws LoupeError BAD_USER_INPUT with every cell that cannot be taken */
  end(): readonly ReadLine[] {
    if (this.problemCount === 0) return this.lines;
    const more = this.problemCount - this.problems.size;
    const fields = Object.fromEntries([...this.problems].map(([place, problem]) => [place, [problem]]));
    throw badFields(more > 0 ? { ...fields, '…': [`and ${more} more problems`] } : fields);
  }

  private add({ row, cells }: SheetRow, { table, columns }: Head): void {
    if (this.lines.length >= MAX_LINES) throw badInput('file', `has more than ${MAX_LINES} rows`);
    const line: Record<string, string> = {};
    for (const { heading, column } of columns) {
      const cell = cells.get(column);
      const problem = cell?.problem;
      if (problem !== undefined) {
        this.refuse(`${table} row ${row}.${heading}`, `cell ${columnLetters(column)}${row} ${problem}`);
      }
      const text = cell === undefined ? '' : textOf(cell, heading);
      this.characters += text.length;
      line[heading] = text;
    }
    if (this.characters > MAX_CHARACTERS) throw spreadsheetTooLarge();
    this.lines.push({ table, row, cells: line });
  }

  private refuse(place: string, problem: string): void {
    this.problemCount += 1;
    if (this.problems.size < MAX_PROBLEMS) this.problems.set(place, problem);
  }
}

function headOf({ row, cells }: SheetRow, sheet: string): Head {
  const found = [...cells].map(([column, { text }]) => ({ heading: text.trim(), column }));
  const table = tableNames.find(
    (each) =>
      NEEDED[each].every((needed) => found.some(({ heading }) => heading === needed)) &&
      (each === 'Titles' || found.some(({ heading }) => OPENS.has(heading))),
  );
  if (table === undefined) {
    const where = sheet === '' ? `row ${row}` : `row ${row} of the sheet ${sheet}`;
    throw badInput(
      'file',
      `has a table without the headings of titles (${headings.Titles.join(', ')}) or actions (${headings.Actions.join(', ')}): they must stand in its first row that is not blank, which is ${where}`,
    );
  }
  const columns = found.filter(({ heading }) => headings[table].includes(heading));
  const twice = columns.find(({ heading }, at) => columns.findIndex((each) => each.heading === heading) < at);
  if (twice !== undefined) {
    const where = `cell ${columnLetters(twice.column)}${row}`;
    throw badInput('file', `has the heading ${twice.heading} twice, again in ${where}; leave one`);
  }
  return { table, columns };
}

function isBlank({ cells }: SheetRow): boolean {
  return [...cells.values()].every(({ text, problem }) => problem === undefined && text.trim() === '');
}

function textOf({ text, number }: SheetCell, heading: string): string {
  return number !== undefined && NUMBERS.has(heading) ? String(number) : text;
}
