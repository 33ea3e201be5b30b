/** What a workbook is made of: which part is a sheet, where its texts and styles are, how it counts days. */
import { posix } from 'node:path';
import { noSpreadsheet, spreadsheetTooLarge } from './sheet-row.js';
import type { NumberFormat } from './shown-number.js';
import { partName, type XlsxParts } from './xlsx-parts.js';
import { readXlsxStyles } from './xlsx-styles.js';
import { XlsxText } from './xlsx-text.js';
import { walkXlsxXml } from './xlsx-xml.js';

/** Every cell of 50,000 actions has one of its own. */
const MAX_TEXTS = 1_000_000;

export interface XlsxBook {
  /** In the order that people see. */
  readonly sheets: readonly { readonly name: string; readonly part: Buffer }[];
  readonly texts: readonly string[];
  /** By the styles that cells name. */
  readonly formats: readonly NumberFormat[];
  readonly countsFrom1904: boolean;
}

interface Relation {
  readonly id: string;
  /** The last word of its address, which both editions of the standard share. */
  readonly kind: string;
  readonly target: string;
}

/** @throws LoupeError UNSUPPORTED_MEDIA where there is no workbook */
export function readXlsxBook(parts: XlsxParts): XlsxBook {
  const root = relationsOf(parts, '');
  const path = root.find(({ kind }) => kind === 'officeDocument')?.target ?? 'xl/workbook.xml';
  const part = parts.get(path);
  if (part === undefined) throw noSpreadsheet();
  const relations = relationsOf(parts, path);
  const partOf = (kind: string) => parts.get(relations.find((each) => each.kind === kind)?.target ?? '');
  const { sheets, countsFrom1904 } = readWorkbook(part);
  return {
    sheets: sheets.flatMap(({ name, relationId }) => {
      const relation = relations.find(({ id }) => id === relationId);
      // Sheets of charts and dialogs hold no cells.
      if (relation !== undefined && relation.kind !== 'worksheet') return [];
      const sheet = parts.get(relation?.target ?? '');
      if (sheet === undefined) throw noSpreadsheet();
      return [{ name, part: sheet }];
    }),
    texts: readTexts(partOf('sharedStrings')),
    formats: readXlsxStyles(partOf('styles')),
    countsFrom1904,
  };
}

function relationsOf(parts: XlsxParts, path: string): readonly Relation[] {
  const folder = posix.dirname(path);
  const part = parts.get(posix.join(folder, '_rels', `${posix.basename(path)}.rels`));
  const found: Relation[] = [];
  if (part === undefined) return found;
  walkXlsxXml(part, {
    open({ name, attributes }) {
      if (name !== 'Relationship' || attributes.get('TargetMode') === 'External') return;
      const target = attributes.get('Target') ?? '';
      found.push({
        id: attributes.get('Id') ?? '',
        kind: posix.basename(attributes.get('Type') ?? ''),
        target: partName(target.startsWith('/') ? target : posix.join(folder, target)),
      });
    },
  });
  return found;
}

function readWorkbook(part: Buffer) {
  const sheets: { readonly name: string; readonly relationId: string }[] = [];
  let countsFrom1904 = false;
  walkXlsxXml(part, {
    open({ name, attributes }) {
      if (name === 'workbookPr') countsFrom1904 = /^(1|true|on)$/.test(attributes.get('date1904') ?? '');
      if (name === 'sheet') {
        sheets.push({ name: attributes.get('name') ?? '', relationId: attributes.get('id') ?? '' });
      }
    },
  });
  return { sheets, countsFrom1904 };
}

function readTexts(part: Buffer | undefined): readonly string[] {
  const texts: string[] = [];
  if (part === undefined) return texts;
  const text = new XlsxText();
  walkXlsxXml(part, {
    open({ name }) {
      if (name === 'si') text.clear();
      text.open(name);
    },
    text: (more) => text.add(more),
    close(name) {
      text.close(name);
      if (name !== 'si') return;
      texts.push(text.value);
      if (texts.length > MAX_TEXTS) throw spreadsheetTooLarge();
    },
  });
  return texts;
}
