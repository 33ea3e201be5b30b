/** Workbooks as other programs write them, part by part. */
import { zipOf } from './zips.js';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

interface WorkbookParts {
  /** What stands in `sheetData`. */
  readonly rows: string;
  /** Elements `si`. */
  readonly texts?: string;
  /** Formats of numbers by id, which cells name by their style: the first one by 1. */
  readonly formats?: readonly { readonly id: number; readonly code?: string }[];
  readonly countsFrom1904?: boolean;
}

export async function workbookOf({
  rows,
  texts,
  formats = [],
  countsFrom1904,
}: WorkbookParts): Promise<Buffer> {
  const own = formats.filter(({ code }) => code !== undefined);
  const codes = own.map(({ id, code }) => `<numFmt numFmtId="${id}" formatCode="${xml(code!)}"/>`).join('');
  const used = [{ id: 0 }, ...formats].map(({ id }) => `<xf numFmtId="${id}"/>`).join('');
  const parts: Record<string, string> = {
    '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr date1904="${countsFrom1904 === true ? 1 : 0}"/><sheets><sheet name="Titles" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles.xml'],
      ['sharedStrings', '/xl/sharedStrings.xml'],
    ),
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts>${codes}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${used}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${texts ?? ''}</sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`,
  };
  return zipOf(Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, Buffer.from(part)])));
}

/** Cells with texts, without places of their own. */
export function textCells(...texts: readonly string[]): string {
  return texts.map((text) => `<c t="inlineStr"><is><t>${xml(text)}</t></is></c>`).join('');
}

function relations(...each: readonly (readonly [kind: string, target: string])[]): string {
  const all = each.map(
    ([kind, target], at) => `<Relationship Id="r${at + 1}" Type="${OFFICE}/${kind}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}">${all.join('')}</Relationships>`;
}

function xml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
