/** Finds in answers the ids that nobody else may learn of an organization. */
import { newId } from '../../../../src/kernel/ids.js';

/** Of longer ids messages name the beginning. */
const MOST_NAMED = 60;
const GUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

/** Files are named after themselves, for those alone who were told. */
const SIGNED = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}-[\w-]{22}/gi;

type Content = Readonly<Record<string, string>>;

/** Rows of every table that came between two looks. */
export function newRows(before: Content, after: Content): ReadonlyMap<string, readonly string[]> {
  const rows = Object.entries(after).map(([table, text]) => {
    const known = new Set((before[table] ?? '').split('\n'));
    return [table, text.split('\n').filter((line) => line !== '' && !known.has(line))] as const;
  });
  return new Map(rows.filter(([, lines]) => lines.length > 0));
}

export function idsIn(text: string): readonly string[] {
  return [...new Set((text.match(GUID) ?? []).map((id) => id.toLowerCase()))];
}

/** An id of each table whose rows have one, by the name of the table. */
export function idsByTable(
  rows: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, readonly string[]> {
  const ids = [...rows].map(([table, lines]) => {
    const found = lines.flatMap((line) => {
      const { id } = JSON.parse(line) as { readonly id?: unknown };
      return typeof id === 'string' || typeof id === 'number' ? [String(id)] : [];
    });
    return [table, found] as const;
  });
  return new Map(ids.filter(([, found]) => found.length > 0));
}

/** An id that looks alike and belongs to nothing. */
export function inventedLike(id: string): string {
  if (idsIn(id)[0] === id.toLowerCase()) return newId();
  if (/^\d+$/.test(id)) return String(Number(id) + 7_000_000);
  return id.replace(/[\da-f](?=[^-]*$)/gi, (digit) => (digit === '0' ? '1' : '0'));
}

/** An answer without what differs from call to call. */
export function shapeOf(status: number, body: string, id: string): string {
  const spellings = [id, encodeURIComponent(id), id.slice(0, MOST_NAMED)];
  const dated = spellings.reduce((text, each) => text.replaceAll(each, '<id>'), body);
  const alike = dated
    .replaceAll(SIGNED, '<file>')
    .replaceAll(GUID, '<guid>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z?/g, '<date>');
  const versioned = alike.replaceAll(/version":"[^"]*"/gi, 'version":"<version>"');
  // Assistants are given each piece of data between words of its own.
  return `${status} ${versioned.replaceAll(/(BEGIN|END) DATA [\w-]{12}/g, '$1 DATA')}`;
}
