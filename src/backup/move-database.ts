/**
 * Moves all data from a SQLite file to an empty database of PostgreSQL, while no server works with it. Everything is written
 * and read back in one transaction: ended in the middle, it leaves PostgreSQL as empty as before, and is begun again.
 * The SQLite file is not changed; at the end it gets another name, so that no server goes on with it by mistake.
 */
import Sqlite from 'better-sqlite3';
import { existsSync, mkdirSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../config.js';
import { connect, isPostgres } from '../db/connect.js';
import { Database } from '../db/database.js';
import { migrate } from '../db/later-version.js';
import { migrationsFor } from '../db/migrations/index.js';
import { aloneInDatabase, ownSession, type PostgresSession } from '../db/postgres-sessions.js';
import { differenceOfTables } from '../db/table-comparison.js';
import { type CopiedTable, copyTables, filledTables, tablesOfBoth } from '../db/table-copy.js';
import { toEngineError } from '../engine-host/engine-error.js';
import { addon } from '../engine-host/native.js';
import { StoredFile } from '../media/blobs/stored-file.entity.js';
import { syncFolder } from '../media/blobs/files-on-disk.js';
import { refusal } from './places.js';

export interface DatabaseMoveReport {
  /** The SQLite file, under its new name. */
  readonly from: string;
  /** The database, without its password. */
  readonly to: string;
  readonly tables: readonly CopiedTable[];
  readonly rows: number;
  /** Everything had arrived before, and only the file got its new name. */
  readonly wasThere: boolean;
}

type Moved = Pick<Config, 'dataFolder' | 'databaseUrl'>;

/**
 * @param to      `postgres://…`, an empty database or one that is made
 * @param onTable called after each table that was copied
 * @throws LoupeError BAD_USER_INPUT where the data is in PostgreSQL already, a server works with it, or the database is not
 *   empty; ConfigError for data of a later version
 */
export async function moveDatabase(
  { dataFolder, databaseUrl }: Moved,
  to: string,
  onTable: (copied: CopiedTable) => void = () => undefined,
): Promise<DatabaseMoveReport> {
  const file = requireSqlite(databaseUrl);
  const address = requirePostgres(to);
  return withoutServer(dataFolder, async () => {
    // Brings the file to the schema of this version.
    await (await Database.open(databaseUrl, [StoredFile])).close();
    const sqlite = new Sqlite(file, { fileMustExist: true });
    try {
      // Nobody else writes from here on, a command line neither.
      sqlite.exec('begin immediate');
      const copied = await intoPostgres(sqlite, to, onTable);
      sqlite.exec('rollback');
      sqlite.pragma('wal_checkpoint(truncate)');
      sqlite.close();
      const from = await putAside(file);
      const rows = copied.tables.reduce((sum, each) => sum + each.rows, 0);
      return { from, to: address, rows, ...copied };
    } finally {
      sqlite.close();
    }
  });
}

function requireSqlite(databaseUrl: string): string {
  if (isPostgres(databaseUrl))
    throw refusal('The data is in PostgreSQL already: LOUPE_DATABASE_URL names it.');
  const file = databaseUrl.replace(/^sqlite:/, '');
  if (existsSync(file)) return file;
  throw refusal(`There is no database at ${file}. Set LOUPE_DATA to the folder of the server.`);
}

function requirePostgres(to: string): string {
  if (!isPostgres(to) || !URL.canParse(to))
    throw refusal('Name a database of PostgreSQL: --to postgres://user:password@host:5432/loupe');
  const url = new URL(to);
  url.password = '';
  return url.href;
}

/** Holds the lock that a server holds while it works with a data folder. */
async function withoutServer<T>(dataFolder: string, work: () => Promise<T>): Promise<T> {
  const folder = join(dataFolder, 'indexes');
  mkdirSync(folder, { recursive: true });
  const lock = lockOf(folder, dataFolder);
  try {
    return await work();
  } finally {
    lock.release();
  }
}

function lockOf(folder: string, dataFolder: string) {
  try {
    return new addon.FolderLock(folder);
  } catch (error) {
    if (toEngineError(error).code !== 'FOLDER_LOCKED') throw error;
    throw refusal(`A Loupe works with ${dataFolder}. Stop it, then repeat the command.`);
  }
}

async function intoPostgres(
  sqlite: Sqlite.Database,
  to: string,
  onTable: (copied: CopiedTable) => void,
): Promise<Pick<DatabaseMoveReport, 'tables' | 'wasThere'>> {
  const orm = await connect(to, [StoredFile], migrationsFor(to));
  try {
    await orm.schema.ensureDatabase();
    // Servers that start wait until it is decided.
    return await aloneInDatabase(orm, async () => {
      const session = await ownSession(orm);
      try {
        await session.query('set idle_in_transaction_session_timeout = 0');
        await requireOurs(session);
        await migrate(orm, to);
        return await inTransaction(session, () => copyInto(sqlite, session, onTable));
      } finally {
        session.release(true);
      }
    });
  } finally {
    await orm.close(true);
  }
}

const NOT_EMPTY = 'The database is not empty, and nothing is overwritten. Name an empty one.';

/** A database without tables, or with those that this command made before. */
async function requireOurs(session: PostgresSession): Promise<void> {
  const { rows } = await session.query(
    `select count(*)::int as tables, (count(*) filter (where table_name = 'mikro_orm_migrations'))::int as ours
       from information_schema.tables where table_schema = current_schema()`,
  );
  const [found] = rows as readonly { readonly tables: number; readonly ours: number }[];
  if (found !== undefined && found.tables > 0 && found.ours === 0) throw refusal(NOT_EMPTY);
}

async function inTransaction<T>(session: PostgresSession, work: () => Promise<T>): Promise<T> {
  await session.query('begin isolation level repeatable read');
  try {
    const result = await work();
    await session.query('commit');
    return result;
  } catch (error) {
    await session.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function copyInto(
  sqlite: Sqlite.Database,
  session: PostgresSession,
  onTable: (copied: CopiedTable) => void,
): Promise<Pick<DatabaseMoveReport, 'tables' | 'wasThere'>> {
  const tables = await tablesOfBoth(sqlite, session);
  if ((await filledTables(session)).length > 0) {
    // Ended between the commit and the new name of the file.
    if ((await differenceOfTables(sqlite, session, tables)) !== undefined) throw refusal(NOT_EMPTY);
    return { tables: [], wasThere: true };
  }
  const copied = await copyTables(sqlite, session, tables, onTable);
  const difference = await differenceOfTables(sqlite, session, tables);
  if (difference !== undefined)
    throw new Error(`PostgreSQL does not hold what was written, and nothing was moved: ${difference}.`);
  return { tables: copied, wasThere: false };
}

/** @returns the new name, which nothing had */
async function putAside(file: string): Promise<string> {
  let to = `${file}.moved`;
  for (let number = 2; existsSync(to); number += 1) to = `${file}.moved-${number}`;
  await rename(file, to);
  await syncFolder(dirname(file));
  return to;
}
