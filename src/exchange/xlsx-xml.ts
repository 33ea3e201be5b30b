/** Goes through an XML part of a workbook. Names are read without their prefixes: programs choose them freely. */
import { SaxesParser } from 'saxes';
import { yieldAfterLongTurn } from '../db/long-turns.js';
import { LoupeError } from '../kernel/errors.js';
import { noSpreadsheet } from './spreadsheet-refusals.js';

/** Characters that are parsed between two yields to the event loop. */
const PART = 32_768;

export interface XlsxTag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

export interface XlsxVisitor {
  open?(tag: XlsxTag): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** @throws LoupeError UNSUPPORTED_MEDIA where it is no XML in UTF-8, or declares entities of its own */
export async function walkXlsxXml(part: Buffer, visitor: XlsxVisitor): Promise<void> {
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw noSpreadsheet();
  });
  parser.on('opentag', ({ name, attributes }) => {
    const own = Object.entries(attributes).map(([key, value]) => [localName(key), value] as const);
    visitor.open?.({ name: localName(name), attributes: new Map(own) });
  });
  parser.on('closetag', ({ name }) => visitor.close?.(localName(name)));
  parser.on('text', (text) => visitor.text?.(text));
  parser.on('cdata', (text) => visitor.text?.(text));
  try {
    const source = new TextDecoder('utf-8', { fatal: true }).decode(part);
    for (let from = 0; from < source.length; from += PART) {
      await yieldAfterLongTurn();
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
