/**
 * The list that a ZIP of references may hold at its root: `manifest.csv` or `manifest.json` gives for each file the id
 * and the keywords of its reference.
 */
import { CsvError, parse } from 'csv-parse';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LoupeError } from '../../kernel/errors.js';

const MANIFEST_NAMES = ['manifest.csv', 'manifest.json'] as const;
/** Unpacked. */
export const MAX_MANIFEST_BYTES = 8 * 1024 * 1024;
const MAX_ENTRIES = 100_000;
const PORTION_LENGTH = 64 * 1024;

const MEMBERS = ['file', 'id', 'keywords', 'additional'] as const;
type Member = (typeof MEMBERS)[number];

/** Keywords cannot hold it, so a cell can hold several of them. */
const KEYWORD_SEPARATOR = ';';

export type ManifestName = (typeof MANIFEST_NAMES)[number];

/** What a line says of a file, or why it says nothing that can be followed. */
export interface ManifestEntry {
  /** Line of a CSV as editors count them, entry of a JSON list, from 1. */
  readonly line: number;
  /** Path in the ZIP; null where the line names none. */
  readonly file: string | null;
  /** null stands for the path in the ZIP. */
  readonly id: string | null;
  readonly keywords: readonly string[];
  /** Keeps the images that the id has already. */
  readonly isAdditional: boolean;
  readonly fault: LoupeError | null;
}

export function isManifest(path: string): path is ManifestName {
  return MANIFEST_NAMES.some((name) => name === path);
}

/** Whether it would be a manifest if it did not lie in a folder of the ZIP. */
export function isMisplacedManifest(path: string): boolean {
  return path.includes('/') && isManifest(path.split('/').at(-1) ?? '');
}

/** What is wrong with a line, with its place. */
export function lineFault(
  name: ManifestName,
  line: number,
  message: string,
  code: 'INVALID_MANIFEST' | 'MANIFEST_FILE_MISSING' | 'DUPLICATE_IMAGE_ID' = 'INVALID_MANIFEST',
): LoupeError {
  const place = name === 'manifest.csv' ? 'line' : 'entry';
  return new LoupeError(code, `${name}, ${place} ${line}: ${message}`);
}

/**
 * The lines of a manifest in their order. What is wrong with one line stands in it; what is wrong with the whole is thrown.
 *
 * @throws LoupeError INVALID_MANIFEST
 */
export async function readManifest(name: ManifestName, bytes: Buffer): Promise<readonly ManifestEntry[]> {
  const text = textOf(name, bytes);
  const entries = name === 'manifest.csv' ? await readCsv(text) : readJson(text);
  if (entries.length > MAX_ENTRIES) {
    throw invalid(`${name} has more than ${MAX_ENTRIES} entries. Split the ZIP.`);
  }
  return entries;
}

function textOf(name: ManifestName, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid(`${name} is not in UTF-8. Save it as UTF-8 (spreadsheet programs call it “CSV UTF-8”).`);
  }
}

interface CsvRow {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

async function readCsv(text: string): Promise<readonly ManifestEntry[]> {
  const first = text.slice(0, 2000).split(/\r?\n/)[0] ?? '';
  const delimiter = [';', '\t'].find((each) => first.split(each).length > first.split(',').length) ?? ',';
  const [head, ...rows] = await csvRows(text, delimiter);
  const columns = columnsOf(head?.record ?? []);
  // The line where a row begins: its cells may hold line breaks.
  let end = head?.info.lines ?? 1;
  return rows.flatMap(({ record, info }) => {
    const line = end + 1;
    end = info.lines;
    // Spreadsheet programs leave such lines behind.
    if (record.every((cell) => cell.trim() === '')) return [];
    const cells = Object.fromEntries(columns.map((column, at) => [column, (record[at] ?? '').trim()]));
    const keywords = (cells['keywords'] ?? '').split(KEYWORD_SEPARATOR).map((keyword) => keyword.trim());
    const entry = {
      line,
      file: cells['file'] === '' ? null : (cells['file'] ?? null),
      id: cells['id'] === '' ? null : (cells['id'] ?? null),
      keywords: keywords.filter((keyword) => keyword !== ''),
    };
    const additional = flagOf(cells['additional'] ?? '');
    const message =
      record.length === columns.length
        ? faultOf(entry.file, additional)
        : `has ${record.length} cells; the first line names ${columns.length} columns. Put cells that hold “${delimiter}” in quotation marks.`;
    return finished('manifest.csv', entry, additional, message);
  });
}

/** A text in portions, between which others have their turn: 8 MB take the parser most of a second. */
async function* portions(text: string): AsyncGenerator<string> {
  for (let from = 0; from < text.length; from += PORTION_LENGTH) {
    yield text.slice(from, from + PORTION_LENGTH);
    await nextTurn();
  }
}

async function csvRows(text: string, delimiter: string): Promise<readonly CsvRow[]> {
  try {
    const options = { bom: true, delimiter, relax_column_count: true, skip_empty_lines: false, info: true };
    const rows: CsvRow[] = [];
    for await (const row of Readable.from(portions(text)).pipe(parse(options))) rows.push(row as CsvRow);
    return rows;
  } catch (cause) {
    const lines = cause instanceof CsvError ? Number(cause['lines'] ?? 1) : 1;
    throw lineFault(
      'manifest.csv',
      lines,
      'quotation marks do not fit together. A cell begins and ends with one, and one within is doubled.',
    );
  }
}

function columnsOf(head: readonly string[]): readonly Member[] {
  const wrong = (message: string) => lineFault('manifest.csv', 1, message);
  const offer = `Columns are ${MEMBERS.join(', ')}.`;
  const columns = head.map((cell) => {
    const known = MEMBERS.find((member) => member === cell.trim().toLowerCase());
    if (known === undefined) throw wrong(`the column “${cell.slice(0, 40)}” is not known. ${offer}`);
    return known;
  });
  if (new Set(columns).size < columns.length) throw wrong(`a column is named twice. ${offer}`);
  if (!columns.includes('file')) throw wrong(`the column “file” is missing. ${offer}`);
  return columns;
}

function readJson(text: string): readonly ManifestEntry[] {
  const shape = 'It must be a list of objects like {"file": "a.jpg", "id": "a", "keywords": ["x"]}.';
  let list: unknown;
  try {
    list = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : '';
    throw invalid(`manifest.json is no JSON (${reason.slice(0, 200)}). ${shape}`);
  }
  if (!Array.isArray(list)) throw invalid(`manifest.json is no list. ${shape}`);
  return list.map((value: unknown, at) => jsonEntry(value, at + 1));
}

function jsonEntry(value: unknown, line: number): ManifestEntry {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const members = (isObject ? value : {}) as Readonly<Record<string, unknown>>;
  const { file = null, id = null, keywords = [], additional = false } = members;
  const unknown = Object.keys(members).find((name) => !MEMBERS.some((member) => member === name));
  const texts = isTexts(keywords) ? keywords : null;
  const entry = {
    line,
    file: typeof file === 'string' && file !== '' ? file : null,
    id: typeof id === 'string' && id !== '' ? id : null,
    keywords: texts ?? [],
  };
  const message = !isObject
    ? 'is no object.'
    : unknown !== undefined
      ? `“${unknown.slice(0, 40)}” is not known. Members are ${MEMBERS.join(', ')}.`
      : id !== null && typeof id !== 'string'
        ? '“id” must be a text.'
        : texts === null
          ? '“keywords” must be a list of texts.'
          : faultOf(entry.file, typeof additional === 'boolean' ? additional : null);
  return finished('manifest.json', entry, additional === true, message);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

/** null where it is neither. */
function flagOf(cell: string): boolean | null {
  if (/^(true|1)$/i.test(cell)) return true;
  return /^(false|0|)$/i.test(cell) ? false : null;
}

function faultOf(file: string | null, additional: boolean | null): string | null {
  if (file === null) return '“file” is missing: the path of a file in the ZIP.';
  return additional === null ? '“additional” must be true or false.' : null;
}

function finished(
  name: ManifestName,
  entry: Pick<ManifestEntry, 'line' | 'file' | 'id' | 'keywords'>,
  additional: boolean | null,
  message: string | null,
): ManifestEntry {
  const fault = message === null ? null : lineFault(name, entry.line, message);
  return { ...entry, isAdditional: additional === true, fault };
}

function invalid(message: string): LoupeError {
  return new LoupeError('INVALID_MANIFEST', message);
}
