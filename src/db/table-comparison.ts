/** Whether the tables of a SQLite file and of PostgreSQL hold the same rows: each is read. */
import type Sqlite from 'better-sqlite3';
import type { PostgresSession } from './postgres-sessions.js';
import { type Column, partsOf, quoted, rowsOf, type Table } from './table-copy.js';

/** The value as both databases would give it, in one form. */
function inOneForm(value: unknown, type: string): unknown {
  if (value === null) return null;
  switch (type) {
    case 'bool':
      return value === true || value === 1;
    case 'timestamptz':
    case 'int8':
      return Number(value);
    case 'uuid':
      return (value as string).toLowerCase();
    case 'json':
    case 'jsonb':
      return JSON.stringify(sorted(typeof value === 'string' ? JSON.parse(value) : value));
    case 'bytea':
      return (value as Buffer).toString('base64');
    default:
      return value;
  }
}

/** Members of objects in one order, which `jsonb` does not keep. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
}

const COLLATED = new Set(['text', 'varchar', 'bpchar']);

/** Texts of keys in the order that SQLite has: byte by byte. */
function orderOf({ key, columns }: Table): string {
  const typeOf = new Map(columns.map(({ name, type }) => [name, type]));
  return key
    .map((name) => quoted(name) + (COLLATED.has(typeOf.get(name) ?? '') ? ' collate "C"' : ''))
    .join(', ');
}

/** A column as it is compared: dates as milliseconds, JSON as its text. */
function readAs({ name, type }: Column): string {
  if (type === 'timestamptz')
    return `(extract(epoch from ${quoted(name)}) * 1000)::bigint as ${quoted(name)}`;
  if (type === 'json' || type === 'jsonb') return `${quoted(name)}::text as ${quoted(name)}`;
  return quoted(name);
}

async function differenceIn(
  sqlite: Sqlite.Database,
  session: PostgresSession,
  table: Table,
): Promise<string | undefined> {
  const names = table.columns.map(readAs);
  await session.query(
    `declare copied no scroll cursor for select ${names.join(', ')} from ${quoted(table.name)} order by ${orderOf(table)}`,
  );
  try {
    for (const part of partsOf(sqlite, table)) {
      const rows = await rowsOf<Readonly<Record<string, unknown>>>(
        session,
        `fetch ${part.length} from copied`,
      );
      for (const [at, row] of part.entries()) {
        const other = rows[at];
        const which = () => table.key.map((name) => String(row[name])).join(', ');
        if (other === undefined) return `${table.name} ${which()} is missing`;
        const wrong = table.columns.find(
          ({ name, type }) => inOneForm(row[name], type) !== inOneForm(other[name], type),
        );
        if (wrong !== undefined) return `${table.name} ${which()}: ${wrong.name} is another one`;
      }
    }
    const [more] = await rowsOf(session, 'fetch 1 from copied');
    return more === undefined ? undefined : `${table.name} has more rows`;
  } finally {
    await session.query('close copied').catch(() => undefined);
  }
}

/**
 * Reads every row of both databases. Belongs into a transaction.
 *
 * @returns the first difference in half a sentence, or undefined where they hold the same
 */
export async function differenceOfTables(
  sqlite: Sqlite.Database,
  session: PostgresSession,
  tables: readonly Table[],
): Promise<string | undefined> {
  for (const table of tables) {
    const difference = await differenceIn(sqlite, session, table);
    if (difference !== undefined) return difference;
  }
  return undefined;
}
