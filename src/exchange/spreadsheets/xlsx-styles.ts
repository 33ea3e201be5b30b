/** The formats of numbers that the cells of a workbook name. */
import type { NumberFormat } from './shown-number.js';
import { walkXlsxXml } from './xlsx-xml.js';

/** Formats by their numbers that workbooks need not write (ECMA-376 part 1, 18.8.30) and that show the same everywhere. */
const BUILT_IN: Readonly<Record<string, string>> = {
  0: 'General',
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  37: '#,##0 ;(#,##0)',
  38: '#,##0 ;[Red](#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;[Red](#,##0.00)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
};

/** @returns the format of each style that cells name by its place */
export function readXlsxStyles(part: Buffer | undefined): readonly NumberFormat[] {
  if (part === undefined) return [];
  const own = new Map<string, string>();
  const used: string[] = [];
  // Other lists hold elements of the same names.
  let list = '';
  walkXlsxXml(part, {
    open({ name, attributes }) {
      if (name === 'numFmts' || name === 'cellXfs') list = name;
      const id = attributes.get('numFmtId');
      if (list === 'numFmts' && name === 'numFmt' && id !== undefined) {
        own.set(id, attributes.get('formatCode') ?? '');
      }
      if (list === 'cellXfs' && name === 'xf') used.push(id ?? '0');
    },
    close(name) {
      if (name === list) list = '';
    },
  });
  return used.map((id) => own.get(id) ?? BUILT_IN[id] ?? null);
}
