/** Reads the text of a document that is imported, a large one in a thread. */
import { childProgram } from '../kernel/programs/reading-program.js';
import { badInput } from '../kernel/errors.js';
import { readInThread } from '../kernel/programs/reading-thread.js';
import { lineFinder, type ReadText } from './import-report.js';
import { readJson } from './json.reader.js';
import { readXml } from './xml.reader.js';

/** What is read in a moment, whatever it holds. */
const SMALL_LENGTH = 32 * 1024;
const PROGRAM = childProgram(import.meta.url, 'document-program');

export interface DocumentSource {
  readonly text: string;
  readonly isXml: boolean;
  /** False where the lines are not those that somebody sent. */
  readonly hasLines: boolean;
}

/** The document as JSON comes first, then the lines of its members by `keyOf`. */
export type DocumentPart = { readonly file: string } | readonly [key: string, line: number];

/** @throws LoupeError BAD_USER_INPUT, of a large text with a report of what has not the form of a document; OVERLOADED */
export async function readDocument(source: DocumentSource): Promise<ReadText> {
  if (source.text.length <= SMALL_LENGTH) return readText(source);
  const name = source.isXml ? 'xml' : 'json';
  const tooMuch = () => badInput(name, 'holds more than can be read; import it in parts');
  let value: unknown;
  const lines = new Map<string, number>();
  for await (const part of readInThread<DocumentPart>(PROGRAM, source, tooMuch)) {
    for (const one of part) {
      if ('file' in one) value = JSON.parse(one.file);
      else lines.set(one[0], one[1]);
    }
  }
  return { value, lines, lineOf: source.hasLines ? lineFinder(lines) : () => null };
}

/** As `readDocument`, in one go. */
export async function readText({ text, isXml, hasLines }: DocumentSource): Promise<ReadText> {
  const read = isXml ? await readXml(text) : await readJson(text);
  return hasLines ? read : { ...read, lineOf: () => null };
}
