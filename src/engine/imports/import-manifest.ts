/**
 * The list that an archive of references may hold at its root: `manifest.csv`, `manifest.json` or `manifest.jsonl` (an object a
 * line) gives for each file the id, the keywords and the metadata of its reference.
 */
import { CsvError, parse } from 'csv-parse';
import { Readable } from 'node:stream';
import { LoupeError } from '../../kernel/errors.js';
import { requireModestJsonNow } from '../../kernel/programs/modest-json.js';
import { isObject, type Metadata, requireMetadata } from '../references/metadata.rules.js';

const MANIFEST_NAMES = ['manifest.csv', 'manifest.json', 'manifest.jsonl'] as const;
export const MAX_MANIFEST_BYTES = 8 * 1024 * 1024;
const MAX_ENTRIES = 100_000;
/** Of a line of a CSV. */
const MAX_CELLS = 1000;
const JSON_LIMITS = { values: 2_500_000, names: 1_700_000 };

const MEMBERS = ['file', 'id', 'keywords', 'metadata', 'active', 'additional'] as const;
type Member = (typeof MEMBERS)[number];

/** Keywords cannot hold it, so a cell can hold several of them. */
const KEYWORD_SEPARATOR = ';';

export type ManifestName = (typeof MANIFEST_NAMES)[number];

/** What a line says of a file, or why it says nothing that can be followed. */
export interface ManifestEntry {
  /** Line of a CSV or of JSON lines as editors count them, entry of a JSON list, from 1. */
  readonly line: number;
  /** Path in the archive; null where the line names none. */
  readonly file: string | null;
  /** null stands for the path in the archive. */
  readonly id: string | null;
  readonly keywords: readonly string[];
  /** What is kept with the reference; undefined where nothing is said. */
  readonly metadata: Metadata | undefined;
  /** Whether searches find it; undefined where nothing is said. */
  readonly isActive: boolean | undefined;
  /** Keeps the images that the id has already. */
  readonly isAdditional: boolean;
  readonly fault: LoupeError | null;
}

/** What a line says, also where it cannot be followed. */
interface Said extends Pick<ManifestEntry, 'line' | 'file' | 'id' | 'keywords' | 'metadata'> {
  /** What is wrong with the metadata. */
  readonly metadataFault: string | null;
  /** null where it is neither true nor false. */
  readonly isActive: boolean | null | undefined;
}

/** The one manifest of an archive; null where it has none. @throws LoupeError INVALID_MANIFEST */
export function oneOf(names: Iterable<ManifestName>): ManifestName | null {
  const [name = null, other] = names;
  if (other === undefined) return name;
  throw invalid(`The archive holds ${name ?? ''} and ${other}. Leave one of them out.`);
}

/** What to say of a manifest that is larger than `MAX_MANIFEST_BYTES`. */
export function tooLarge(name: string): string {
  return `${name} is larger than ${MAX_MANIFEST_BYTES / 1024 / 1024} MB. Split the archive.`;
}

export function isManifest(path: string): path is ManifestName {
  return MANIFEST_NAMES.some((name) => name === path);
}

/** Whether it would be a manifest if it did not lie in a folder of the archive. */
export function isMisplacedManifest(path: string): boolean {
  return path.includes('/') && isManifest(path.split('/').at(-1) ?? '');
}

/** What is wrong with a line. */
export function lineFault(
  name: ManifestName,
  line: number,
  message: string,
  code: 'INVALID_MANIFEST' | 'MANIFEST_FILE_MISSING' | 'DUPLICATE_IMAGE_ID' = 'INVALID_MANIFEST',
): LoupeError {
  const place = name === 'manifest.json' ? 'entry' : 'line';
  return new LoupeError(code, `${name}, ${place} ${line}: ${message}`);
}

/**
 * The lines of a manifest in their order, in one go. What is wrong with one line stands in it; what is wrong with the whole is thrown.
 *
 * @throws LoupeError INVALID_MANIFEST
 */
export async function parseManifest(name: ManifestName, bytes: Buffer): Promise<readonly ManifestEntry[]> {
  const text = textOf(name, bytes);
  const entries = name === 'manifest.csv' ? await readCsv(text) : readJson(name, text);
  if (entries.length > MAX_ENTRIES) throw tooMany(name);
  return entries;
}

const tooMany = (name: ManifestName) =>
  invalid(`${name} has more than ${MAX_ENTRIES} entries. Split the archive.`);

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
      ...metadataOfCell(cells['metadata'] ?? ''),
      isActive: (cells['active'] ?? '') === '' ? undefined : flagOf(cells['active'] ?? ''),
    };
    const additional = flagOf(cells['additional'] ?? '');
    const message =
      record.length === columns.length
        ? faultOf(entry, additional)
        : `has ${record.length} cells; the first line names ${columns.length} columns. Put cells that hold “${delimiter}” in quotation marks.`;
    return finished('manifest.csv', entry, additional, message);
  });
}

async function csvRows(text: string, delimiter: string): Promise<readonly CsvRow[]> {
  try {
    const cast = (cell: string, { index }: { readonly index: number }) => {
      if (index >= MAX_CELLS) throw lineFault('manifest.csv', 1, `a line has more than ${MAX_CELLS} cells.`);
      return cell;
    };
    const options = {
      bom: true,
      delimiter,
      relax_column_count: true,
      skip_empty_lines: false,
      info: true,
      cast,
    };
    const rows: CsvRow[] = [];
    for await (const row of Readable.from([text]).pipe(parse(options))) {
      rows.push(row as CsvRow);
      // The first line names the columns.
      if (rows.length > MAX_ENTRIES + 1) throw tooMany('manifest.csv');
    }
    return rows;
  } catch (cause) {
    if (cause instanceof LoupeError) throw cause;
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

function readJson(name: ManifestName, text: string): readonly ManifestEntry[] {
  const source = text.replace(/^\uFEFF/, '');
  if (name === 'manifest.jsonl') {
    const entries: ManifestEntry[] = [];
    for (const [at, line] of source.split('\n').entries()) {
      if (line.trim() === '') continue;
      if (entries.length >= MAX_ENTRIES) throw tooMany(name);
      const value = jsonOf(line);
      entries.push(jsonEntry(name, value.isJson ? value.value : undefined, at + 1));
    }
    return entries;
  }
  const shape = 'It must be a list of objects like {"file": "a.jpg", "id": "a", "keywords": ["x"]}.';
  requireModest(source);
  const list = jsonOf(source);
  if (!list.isJson) throw invalid(`manifest.json is no JSON (${list.reason}). ${shape}`);
  if (!Array.isArray(list.value)) throw invalid(`manifest.json is no list. ${shape}`);
  return list.value.map((value: unknown, at) => jsonEntry(name, value, at + 1));
}

/** A parser would take more memory than a thread has. @throws LoupeError INVALID_MANIFEST */
function requireModest(source: string): void {
  try {
    requireModestJsonNow(source, 'manifest.json', JSON_LIMITS);
  } catch (error) {
    throw invalid(`${error instanceof Error ? error.message : ''}.`);
  }
}

type Parsed =
  | { readonly isJson: true; readonly value: unknown }
  | { readonly isJson: false; readonly reason: string };

function jsonOf(text: string): Parsed {
  try {
    return { isJson: true, value: JSON.parse(text) };
  } catch (cause) {
    return { isJson: false, reason: cause instanceof Error ? cause.message.slice(0, 200) : '' };
  }
}

function jsonEntry(name: ManifestName, value: unknown, line: number): ManifestEntry {
  const members = isObject(value) ? value : {};
  const { file = null, id = null, keywords = [], additional = false, active = null } = members;
  const unknown = Object.keys(members).find((member) => !MEMBERS.some((known) => known === member));
  const texts = isTexts(keywords) ? keywords : null;
  const entry: Said = {
    line,
    file: typeof file === 'string' && file !== '' ? file : null,
    id: typeof id === 'string' && id !== '' ? id : null,
    keywords: texts ?? [],
    ...metadataOf(members['metadata']),
    isActive: active === null ? undefined : typeof active === 'boolean' ? active : null,
  };
  const message = !isObject(value)
    ? 'is no JSON object.'
    : unknown !== undefined
      ? `“${unknown.slice(0, 40)}” is not known. Members are ${MEMBERS.join(', ')}.`
      : id !== null && typeof id !== 'string'
        ? '“id” must be a text.'
        : texts === null
          ? '“keywords” must be a list of texts.'
          : faultOf(entry, typeof additional === 'boolean' ? additional : null);
  return finished(name, entry, additional === true, message);
}

function metadataOfCell(cell: string): Pick<Said, 'metadata' | 'metadataFault'> {
  if (cell === '') return { metadata: undefined, metadataFault: null };
  const parsed = jsonOf(cell);
  if (parsed.isJson) return metadataOf(parsed.value);
  return { metadata: undefined, metadataFault: 'must be JSON like {"price": 12.5}' };
}

function metadataOf(value: unknown): Pick<Said, 'metadata' | 'metadataFault'> {
  if (value == null) return { metadata: undefined, metadataFault: null };
  try {
    return { metadata: requireMetadata(value), metadataFault: null };
  } catch (error) {
    if (!(error instanceof LoupeError)) throw error;
    return { metadata: undefined, metadataFault: error.fields['metadata']?.[0] ?? error.message };
  }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

/** null where it is neither. */
function flagOf(cell: string): boolean | null {
  if (/^(true|1)$/i.test(cell)) return true;
  return /^(false|0|)$/i.test(cell) ? false : null;
}

function faultOf({ file, metadataFault, isActive }: Said, additional: boolean | null): string | null {
  if (file === null) return '“file” is missing: the path of a file in the archive.';
  if (metadataFault !== null) return `“metadata” ${metadataFault}.`;
  if (isActive === null) return '“active” must be true or false.';
  return additional === null ? '“additional” must be true or false.' : null;
}

function finished(
  name: ManifestName,
  { metadataFault: _metadataFault, isActive, ...entry }: Said,
  additional: boolean | null,
  message: string | null,
): ManifestEntry {
  const fault = message === null ? null : lineFault(name, entry.line, message);
  return { ...entry, isActive: isActive ?? undefined, isAdditional: additional === true, fault };
}

function invalid(message: string): LoupeError {
  return new LoupeError('INVALID_MANIFEST', message);
}
