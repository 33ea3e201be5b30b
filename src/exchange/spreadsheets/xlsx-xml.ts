/** Goes through an XML part of a workbook. Names are read without their prefixes: programs choose them freely. */
import { SaxesParser } from 'saxes';
import { LoupeError } from '../../kernel/errors.js';
import { noSpreadsheet, spreadsheetTooLarge } from './sheet-row.js';

/** Characters that are parsed at a time. */
const PART = 32_768;
/** Levels of elements; a text in several styles in a cell needs 8. */
const MAX_DEPTH = 32;
const MAX_ATTRIBUTES = 256;
/** Of one part; 50,000 actions with every cell filled in have three for each. */
const MAX_ELEMENTS = 4_000_000;

export interface XlsxTag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

export interface XlsxVisitor {
  open?(tag: XlsxTag): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** @throws LoupeError UNSUPPORTED_MEDIA where it is no XML in UTF-8, or declares entities of its own, PAYLOAD_TOO_LARGE */
export function walkXlsxXml(part: Buffer, visitor: XlsxVisitor): void {
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw noSpreadsheet();
  });
  let [depth, elements, attributeCount] = [0, 0, 0];
  parser.on('opentagstart', () => {
    depth += 1;
    elements += 1;
    attributeCount = 0;
    if (depth > MAX_DEPTH || elements > MAX_ELEMENTS) throw spreadsheetTooLarge();
  });
  parser.on('attribute', () => {
    attributeCount += 1;
    if (attributeCount > MAX_ATTRIBUTES) throw spreadsheetTooLarge();
  });
  parser.on('opentag', ({ name, attributes }) => {
    const own = Object.entries(attributes).map(([key, value]) => [localName(key), value] as const);
    visitor.open?.({ name: localName(name), attributes: new Map(own) });
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    visitor.close?.(localName(name));
  });
  parser.on('text', (text) => visitor.text?.(text));
  parser.on('cdata', (text) => visitor.text?.(text));
  try {
    const source = new TextDecoder('utf-8', { fatal: true }).decode(part);
    for (let from = 0; from < source.length; from += PART) {
      parser.write(source.slice(from, from + PART));
    }
    parser.close();
  } catch (cause) {
    throw cause instanceof LoupeError ? cause : noSpreadsheet(cause);
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
