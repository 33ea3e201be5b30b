/** Reads the rows of a workbook: every sheet, each cell as people see it. */
import { noSpreadsheet, MAX_COLUMNS, MAX_ROWS, type SheetCell, type SheetRow, tooWide } from './sheet-row.js';
import { readXlsxBook, type XlsxBook } from './xlsx-book.js';
import { type RawCell, shownCell, uncomputed } from './xlsx-cell.js';
import { readXlsxParts } from './xlsx-parts.js';
import { XlsxText } from './xlsx-text.js';
import { walkXlsxXml, type XlsxTag, type XlsxVisitor } from './xlsx-xml.js';

/** Takes the rows of a sheet one after the other: a whole sheet may be large. */
type TakeRow = (row: SheetRow) => void;

/**
 * @param beginSheet is called for each sheet in turn
 * @throws LoupeError UNSUPPORTED_MEDIA, PAYLOAD_TOO_LARGE, and what the taker of rows throws
 */
export async function readXlsx(bytes: Buffer, beginSheet: (name: string) => TakeRow): Promise<void> {
  const book = readXlsxBook(await readXlsxParts(bytes));
  for (const { name, part } of book.sheets) walkXlsxXml(part, new SheetVisitor(book, beginSheet(name)));
}

/** Rows from 1 and columns from 0, both ends included. */
interface Area {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** A refusal names a hundred cells. */
const MAX_AREAS = 100;
const MOST_FILLED = 100;

/** Of `C2:D9`; null for one cell, and for what is no area. */
function areaOf(text: string): Area | null {
  const [, left = '', top, right = '', bottom] =
    /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/i.exec(text) ?? [];
  if (top === undefined) return null;
  const first = columnOf(left);
  // No table has headings further on.
  const last = Math.min(columnOf(right), first + MOST_FILLED);
  return { top: Number(top), bottom: Number(bottom), left: first, right: last };
}

class SheetVisitor implements XlsxVisitor {
  private isInRows = false;
  private isInValue = false;
  private row = 0;
  private column = -1;
  private cells = new Map<number, SheetCell>();
  private cell: Pick<RawCell, 'type' | 'style'> | null = null;
  private hasFormula = false;
  /** Cells that the formula of this cell fills, too. */
  private fills = '';
  /** Cells whose formula stands in another one, and was never computed. */
  private readonly unfilled: Area[] = [];
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
    else if (this.cell !== null) this.openInCell(tag);
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
    if (name !== 'row' || !this.isInRows) return;
    this.addUnfilled();
    if (this.cells.size > 0) this.take({ row: this.row, cells: this.cells });
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
    if (this.column >= MAX_COLUMNS) throw tooWide(this.row);
    this.cell = { type: attributes.get('t') ?? 'n', style: attributes.get('s') };
    this.hasFormula = false;
    this.fills = '';
    this.value = null;
    this.inlineText.clear();
  }

  private openInCell({ name, attributes }: XlsxTag): void {
    if (name === 'f') {
      this.hasFormula = true;
      // Cells with a share of a formula name it themselves.
      if (attributes.get('t') !== 'shared') this.fills = attributes.get('ref') ?? '';
    }
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
    const area = shown === uncomputed ? areaOf(this.fills) : null;
    if (area !== null && this.unfilled.length < MAX_AREAS) this.unfilled.push(area);
    this.cell = null;
  }

  private addUnfilled(): void {
    for (const { top, bottom, left, right } of this.unfilled) {
      if (this.row < top || this.row > bottom) continue;
      for (let column = left; column <= right; column += 1) {
        if (!this.cells.has(column)) this.cells.set(column, uncomputed);
      }
    }
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
