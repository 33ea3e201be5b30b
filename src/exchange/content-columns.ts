/**
 * What an action opens as cells of a spreadsheet: an address, a phone number, a text of its own instead of the JSON that is stored.
 * What has no such column stays in `Content`.
 */
import type { ActionType } from '../content/actions/action.entity.js';
import { problemsOf, withKnownNames, withTrimmedAddresses } from '../content/actions/content-shapes.js';

export const contentColumns = ['Address', 'Mail', 'Subject', 'Phone', 'Place', 'Message', 'Content'] as const;
type ContentColumn = (typeof contentColumns)[number];
export type ContentCells = Readonly<Record<ContentColumn, string>>;

/** Members of the content by the columns that hold them. */
const members: Readonly<Partial<Record<ActionType, Readonly<Partial<Record<ContentColumn, string>>>>>> = {
  URL: { Address: 'Url' },
  SHARE: { Address: 'Url', Message: 'Content' },
  MAIL: { Mail: 'Address', Subject: 'Subject', Message: 'Content' },
  TEL: { Phone: 'Number' },
  SMS: { Phone: 'Number', Message: 'Content' },
  MAP: { Place: 'SearchAddress' },
};

/** Degrees north and east. */
const COORDINATES = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*,\s*(-?\d{1,3}(?:\.\d+)?)\s*$/;

const nothing: ContentCells = {
  Address: '',
  Mail: '',
  Subject: '',
  Phone: '',
  Place: '',
  Message: '',
  Content: '',
};

/** The type that a cell names; RAW where it names none. */
export function typeOfCell(cell: string): ActionType {
  const type = cell.trim().toUpperCase();
  return type === '' ? 'RAW' : (type as ActionType);
}

/** The types whose actions have something in a column. */
export function typesWith(column: string): readonly string[] {
  return Object.entries(members)
    .filter(([, columns]) => column in columns)
    .map(([type]) => type);
}

/** @param content serialized JSON, whatever it holds */
export function cellsOfContent(type: ActionType, content: string): ContentCells {
  const columns = members[type];
  const value = columns === undefined ? null : objectOf(content);
  if (columns === undefined || value === null) return { ...nothing, Content: content };
  const rest = { ...(withKnownNames(type, value) as Record<string, unknown>) };
  const cells: Record<string, string> = {};
  for (const [column, member] of Object.entries(columns)) {
    if (typeof rest[member] !== 'string') continue;
    cells[column] = rest[member];
    delete rest[member];
  }
  const { Latitude, Longitude } = rest;
  const isPoint = typeof Latitude === 'number' && typeof Longitude === 'number';
  if (type === 'MAP' && isPoint && (cells['Place'] ?? '') === '') {
    cells['Place'] = `${Latitude}, ${Longitude}`;
    delete rest['Latitude'];
    delete rest['Longitude'];
  }
  if (isUsual(rest)) delete rest['ContentType'];
  // An absent member may also be null.
  const left = Object.entries(rest).filter(([, member]) => member !== null);
  const Content = left.length === 0 ? '' : JSON.stringify(Object.fromEntries(left));
  return { ...nothing, ...cells, Content };
}

/** The kind of nearly every page is not shown, and stays where it is there. */
const USUAL_KIND = 'text/html';

const isUsual = (content: Record<string, unknown>) => content['ContentType'] === USUAL_KIND;

/**
 * The content that cells describe.
 *
 * @param present what the action holds now; null for a new one, and for one that was of another type
 */
export function contentOfCells(type: ActionType, cells: ContentCells, present: string | null): string {
  const columns = members[type];
  const rest = columns === undefined ? null : objectOf(cells.Content.trim() === '' ? '{}' : cells.Content);
  if (columns === undefined || rest === null) return cells.Content;
  const value: Record<string, unknown> = {};
  for (const [column, member] of Object.entries(columns) as [ContentColumn, string][]) {
    const text = cells[column];
    const [, latitude, longitude] = (member === 'SearchAddress' ? COORDINATES.exec(text) : null) ?? [];
    if (latitude !== undefined)
      Object.assign(value, { Latitude: Number(latitude), Longitude: Number(longitude) });
    else if (text !== '') value[member] = text;
  }
  const stays = isUsual(objectOf(present ?? '') ?? {}) ? { ContentType: USUAL_KIND } : {};
  return JSON.stringify({ ...value, ...stays, ...rest });
}

export interface ContentProblem {
  /** Heading. */
  readonly column: string;
  readonly message: string;
}

/** Why readers would not see an action: its content does not follow the rules of its type. */
export function contentProblems(type: ActionType, content: string): readonly ContentProblem[] {
  const value = objectOf(content);
  if (value === null || members[type] === undefined) return [];
  const columns = Object.entries(members[type]);
  const known = withTrimmedAddresses(type, withKnownNames(type, value));
  return problemsOf(type, known).map((problem) => {
    const [, member, message] = /^(\w+): (.*)$/s.exec(problem) ?? [];
    const column = columns.find(([, each]) => each === member)?.[0];
    if (column !== undefined) return { column, message: message ?? problem };
    return { column: type === 'MAP' ? 'Place' : 'Content', message: problem };
  });
}

function objectOf(content: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(content);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
