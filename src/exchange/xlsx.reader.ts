/** Reads the rows of a workbook: every sheet, each cell as people see it. */
import { noSpreadsheet } from './spreadsheet-refusals.js';
import type { SheetCell, SheetRow } from './sheet-row.js';
import { readXlsxBook, type XlsxBook } from './xlsx-book.js';
import { type RawCell, shownCell } from './xlsx-cell.js';
import { readXlsxParts } from './xlsx-parts.js';
import { XlsxText } from './xlsx-text.js';
import { walkXlsxXml, type XlsxTag, type XlsxVisitor } from './xlsx-xml.js';

/** As many as spreadsheet programs have. */
const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_384;

/** Takes the rows of a sheet one after the other: a whole sheet may be large. */
type TakeRow = (row: SheetRow) => void;

/**
 * @param beginSheet is called for each sheet in turn
 * @throws LoupeError UNSUPPORTED_MEDIA, PAYLOAD_TOO_LARGE, and what the taker of rows throws
 */
export async function readXlsx(bytes: Buffer, beginSheet: (name: string) => TakeRow): Promise<void> {
  const book = await readXlsxBook(await readXlsxParts(bytes));
  for (const { name, part } of book.sheets) await walkXlsxXml(part, new SheetVisitor(book, beginSheet(name)));
}

class SheetVisitor implements XlsxVisitor {
  private isInRows = false;
  private isInValue = false;
  private row = 0;
  private column = -1;
  private cells = new Map<number, SheetCell>();
  private cell: Pick<RawCell, 'type' | 'style'> | null = null;
  private hasFormula = false;
  private value: string | null = null;
  private readonly inlineText = new XlsxText();

  constructor(
    private readonly book: XlsxBook,
    private readonly take: TakeRow,
  ) {}

  open(tag: XlsxTag): void {
    if (tag.name === 'sheetData') this.isInRows = true;
    if (!this.isInRows) return;
    if (tag.name === 'row') this.openRow(tag);
    else if (tag.name === 'c') this.openCell(tag);
    else if (this.cell !== null) this.openInCell(tag.name);
  }

  text(text: string): void {
    if (this.isInValue) this.value += text;
    else this.inlineText.add(text);
  }

  close(name: string): void {
    if (name === 'sheetData') this.isInRows = false;
    if (name === 'v') this.isInValue = false;
    this.inlineText.close(name);
    if (name === 'c') this.closeCell();
    if (name === 'row' && this.isInRows && this.cells.size > 0)
      this.take({ row: this.row, cells: this.cells });
  }

  /** Rows and cells without a place of their own follow the one before. */
  private openRow({ attributes }: XlsxTag): void {
    this.row = placeOf(attributes.get('r') ?? String(this.row + 1), MAX_ROWS);
    this.column = -1;
    this.cells = new Map();
  }

  private openCell({ attributes }: XlsxTag): void {
    const letters = /^[A-Z]{1,3}(?=\d+$)/i.exec(attributes.get('r') ?? '')?.[0];
    this.column = letters === undefined ? this.column + 1 : columnOf(letters);
    if (this.column >= MAX_COLUMNS) throw noSpreadsheet();
    this.cell = { type: attributes.get('t') ?? 'n', style: attributes.get('s') };
    this.hasFormula = false;
    this.value = null;
    this.inlineText.clear();
  }

  private openInCell(name: string): void {
    if (name === 'f') this.hasFormula = true;
    if (name === 'v') {
      this.isInValue = true;
      this.value = '';
    }
    this.inlineText.open(name);
  }

  private closeCell(): void {
    if (this.cell === null) return;
    const { hasFormula, value } = this;
    const raw = { ...this.cell, value, hasFormula, inlineText: this.inlineText.value };
    const shown = shownCell(raw, this.book);
    if (shown !== null) this.cells.set(this.column, shown);
    this.cell = null;
  }
}

function placeOf(text: string, most: number): number {
  const place = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (place < 1 || place > most) throw noSpreadsheet();
  return place;
}

function columnOf(letters: string): number {
  return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
