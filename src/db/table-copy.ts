/**
 * All rows of a SQLite file, written into the same tables of PostgreSQL within one transaction. Both must have the schema of
 * this version.
 */
import type Sqlite from 'better-sqlite3';
import type { PostgresSession } from './postgres-sessions.js';

/** Kept by the migrator, each database has its own. */
const OF_MIGRATIONS = 'mikro_orm_migrations';

/** Rows that one statement writes or reads, as long as they are small. */
const MOST_ROWS = 500;
const MOST_BYTES = 4_000_000;

type SqliteValue = string | number | Buffer | null;
type SqliteRow = Readonly<Record<string, SqliteValue>>;

export interface Column {
  readonly name: string;
  /** PostgreSQL's name of the type: `uuid`, `timestamptz`, `jsonb` … */
  readonly type: string;
}

export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  /** Names of the columns that identify a row. */
  readonly key: readonly string[];
}

export interface CopiedTable {
  readonly table: string;
  readonly rows: number;
}

export const quoted = (name: string): string => `"${name}"`;
const listed = (names: readonly string[]): string => names.map(quoted).join(', ');

export async function rowsOf<Row>(
  session: PostgresSession,
  sql: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  return (await session.query(sql, values)).rows as readonly Row[];
}

/**
 * The tables of both databases.
 *
 * @throws Error where they differ, which is a defect: they are made by the same migrations
 */
export async function tablesOfBoth(
  sqlite: Sqlite.Database,
  session: PostgresSession,
): Promise<readonly Table[]> {
  const columns = await rowsOf<{ readonly table: string; readonly name: string; readonly type: string }>(
    session,
    `select c.table_name as "table", c.column_name as name, c.udt_name as type
       from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' order by c.table_name, c.ordinal_position`,
  );
  const keys = await rowsOf<{ readonly table: string; readonly name: string }>(
    session,
    `select c.relname as "table", a.attname as name
       from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
       cross join lateral unnest(i.indkey) with ordinality as k (number, place)
       join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
      where i.indisprimary and n.nspname = current_schema() order by c.relname, k.place`,
  );
  const names = sqlite
    .prepare<[], { name: string }>(
      `select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name`,
    )
    .all()
    .map(({ name }) => name)
    .filter((name) => name !== OF_MIGRATIONS);
  const there = new Set(columns.map(({ table }) => table).filter((name) => name !== OF_MIGRATIONS));
  const missing = names.filter((name) => !there.has(name));
  if (missing.length > 0 || there.size > names.length)
    throw new Error(`The tables of the two databases differ: ${[...missing, ...there].join(', ')}`);
  return names.map((name) => {
    const has = new Set(
      sqlite
        .prepare(`select * from ${quoted(name)} limit 0`)
        .columns()
        .map((each) => each.name),
    );
    const both = columns.filter(({ table }) => table === name);
    if (both.length !== has.size || both.some((column) => !has.has(column.name)))
      throw new Error(`The columns of ${name} differ in the two databases.`);
    return {
      name,
      columns: both.map((column) => ({ name: column.name, type: column.type })),
      key: keys.filter(({ table }) => table === name).map((each) => each.name),
    };
  });
}

/** Tables of PostgreSQL that hold rows. */
export async function filledTables(session: PostgresSession): Promise<readonly string[]> {
  const tables = await rowsOf<{ readonly name: string }>(
    session,
    `select table_name as name from information_schema.tables
      where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name <> '${OF_MIGRATIONS}' order by 1`,
  );
  const filled: string[] = [];
  for (const { name } of tables)
    if ((await rowsOf(session, `select 1 from ${quoted(name)} limit 1`)).length > 0) filled.push(name);
  return filled;
}

/** As PostgreSQL reads it from a text: a list of values of one column. */
function toPostgres(value: SqliteValue, type: string): unknown {
  if (value === null) return null;
  if (type === 'bool') return value !== 0;
  if (type === 'timestamptz') return new Date(value as number).toISOString();
  return value;
}

function sizeOf(row: SqliteRow): number {
  return Object.values(row).reduce<number>(
    (sum, value) => sum + (typeof value === 'number' || value === null ? 8 : value.length),
    0,
  );
}

/** Rows in parts of a bearable size, in the order of their key. */
export function* partsOf(sqlite: Sqlite.Database, { name, key }: Table): Generator<SqliteRow[]> {
  let part: SqliteRow[] = [];
  let bytes = 0;
  const rows = sqlite
    .prepare<[], SqliteRow>(`select * from ${quoted(name)} order by ${listed(key)}`)
    .iterate();
  for (const row of rows) {
    part.push(row);
    bytes += sizeOf(row);
    if (part.length < MOST_ROWS && bytes < MOST_BYTES) continue;
    yield part;
    part = [];
    bytes = 0;
  }
  if (part.length > 0) yield part;
}

async function copyTable(sqlite: Sqlite.Database, session: PostgresSession, table: Table): Promise<number> {
  const names = listed(table.columns.map(({ name }) => name));
  const lists = table.columns.map(({ type }, at) => `$${at + 1}::${type}[]`).join(', ');
  const sql = `insert into ${quoted(table.name)} (${names}) select * from unnest(${lists})`;
  let rows = 0;
  for (const part of partsOf(sqlite, table)) {
    const values = table.columns.map(({ name, type }) =>
      part.map((row) => toPostgres(row[name] ?? null, type)),
    );
    await session.query(sql, values);
    rows += part.length;
  }
  return rows;
}

interface Constraint {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

async function foreignKeys(session: PostgresSession): Promise<readonly Constraint[]> {
  return rowsOf<Constraint>(
    session,
    `select r.relname as "table", k.conname as name, pg_get_constraintdef(k.oid) as definition
       from pg_constraint k join pg_class r on r.oid = k.conrelid join pg_namespace n on n.oid = r.relnamespace
      where k.contype = 'f' and n.nspname = current_schema()`,
  );
}

/** Sequences go on behind the greatest number that was given. */
async function advanceSequences(session: PostgresSession, tables: readonly Table[]): Promise<void> {
  const found = await rowsOf<{ readonly table: string; readonly name: string }>(
    session,
    `select table_name as "table", column_name as name from information_schema.columns
      where table_schema = current_schema() and column_default like 'nextval(%'`,
  );
  const ours = new Set(tables.map(({ name }) => name));
  for (const { table, name } of found.filter((each) => ours.has(each.table)))
    await session.query(
      `select setval(pg_get_serial_sequence($1, $2), coalesce(max(${quoted(name)}), 0) + 1, false) from ${quoted(table)}`,
      [quoted(table), name],
    );
}

/**
 * Copies every row. Neither triggers nor foreign keys look at single rows meanwhile; the keys are checked at the end, all
 * together. Belongs into a transaction: without its commit nothing has happened.
 *
 * @param onTable called after each table
 */
export async function copyTables(
  sqlite: Sqlite.Database,
  session: PostgresSession,
  tables: readonly Table[],
  onTable: (copied: CopiedTable) => void,
): Promise<readonly CopiedTable[]> {
  const keys = await foreignKeys(session);
  for (const { table, name } of keys)
    await session.query(`alter table ${quoted(table)} drop constraint ${quoted(name)}`);
  const copied: CopiedTable[] = [];
  for (const table of tables) {
    await session.query(`alter table ${quoted(table.name)} disable trigger user`);
    // Rows that the migrations made.
    await session.query(`delete from ${quoted(table.name)}`);
    const one = { table: table.name, rows: await copyTable(sqlite, session, table) };
    copied.push(one);
    onTable(one);
  }
  await advanceSequences(session, tables);
  for (const { table, name, definition } of keys)
    await session.query(`alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`);
  for (const { name } of tables) await session.query(`alter table ${quoted(name)} enable trigger user`);
  return copied;
}
