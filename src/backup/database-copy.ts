/** A copy of the database as it was at one moment, taken beside a server that works on it. */
import { IsolationLevel } from '@mikro-orm/core';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { connect, isPostgres } from '../db/connect.js';
import { requireKnownMigrations } from '../db/later-version.js';
import { StoredFile } from '../media/blobs/stored-file.entity.js';
import { runPostgresTool } from './postgres-tools.js';

/** A file that a row of the copied database names. */
export interface NamedFile {
  readonly id: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

export interface DatabaseCopy {
  readonly kind: 'sqlite' | 'postgresql';
  /** Name of the copy in the folder. */
  readonly path: string;
  readonly migrations: readonly string[];
  readonly named: readonly NamedFile[];
}

const FILES = 'select id, size_bytes as "sizeBytes", sha256 from stored_file order by id';
const MIGRATIONS = 'select name from mikro_orm_migrations order by id';

type Reads = <Row extends object>(sql: string) => Promise<Row[]>;

/** @param folder an existing folder, in which the copy is written */
export async function copyDatabase(databaseUrl: string, folder: string): Promise<DatabaseCopy> {
  return isPostgres(databaseUrl) ? copyPostgres(databaseUrl, folder) : copySqlite(databaseUrl, folder);
}

/**
 * SQLite writes the copy itself, in one transaction that only reads: writers go on meanwhile, and unlike the page-by-page
 * backup it never has to begin again because of them.
 */
async function copySqlite(databaseUrl: string, folder: string): Promise<DatabaseCopy> {
  const path = 'loupe.sqlite';
  const copy = join(folder, path);
  const live = await connect(databaseUrl, [StoredFile], []);
  try {
    await migrationsOf(databaseUrl, (sql) => live.em.getConnection().execute(sql));
    await live.em.getConnection().execute('vacuum into ?', [copy]);
  } finally {
    await live.close(true);
  }
  const read = await connect(`sqlite:${copy}`, [StoredFile], []);
  try {
    const reads: Reads = (sql) => read.em.getConnection().execute(sql);
    await requireIntactSqlite(reads);
    return { kind: 'sqlite', path, ...(await contentsOf(databaseUrl, reads)) };
  } finally {
    await read.close(true);
    const file = await open(copy, 'r+');
    await file.sync();
    await file.close();
  }
}

/** `pg_dump` and the list of files look at one snapshot. */
async function copyPostgres(databaseUrl: string, folder: string): Promise<DatabaseCopy> {
  const path = 'loupe.pgdump';
  const live = await connect(databaseUrl, [StoredFile], []);
  try {
    return await live.em.transactional(
      async (em) => {
        const reads: Reads = (sql) => em.getConnection().execute(sql, [], 'all', em.getTransactionContext());
        await migrationsOf(databaseUrl, reads);
        const [snapshot] = await reads<{ readonly name: string }>('select pg_export_snapshot() as name');
        await runPostgresTool('pg_dump', databaseUrl, [
          '--format=custom',
          '--no-owner',
          '--no-privileges',
          `--snapshot=${snapshot?.name ?? ''}`,
          `--file=${join(folder, path)}`,
        ]);
        return { kind: 'postgresql' as const, path, ...(await contentsOf(databaseUrl, reads)) };
      },
      { isolationLevel: IsolationLevel.REPEATABLE_READ },
    );
  } finally {
    await live.close(true);
  }
}

async function contentsOf(databaseUrl: string, reads: Reads) {
  return { migrations: await migrationsOf(databaseUrl, reads), named: await reads<NamedFile>(FILES) };
}

/** What a later version keeps beside the database is not known here. @throws ConfigError */
async function migrationsOf(databaseUrl: string, reads: Reads): Promise<readonly string[]> {
  const names = (await reads<{ readonly name: string }>(MIGRATIONS)).map(({ name }) => name);
  requireKnownMigrations(databaseUrl, names);
  return names;
}

/** @throws Error with what SQLite found */
export async function requireIntactSqlite(reads: Reads): Promise<void> {
  const found = await reads<Readonly<Record<string, string>>>('pragma integrity_check(20)');
  const said = found.flatMap((row) => Object.values(row)).filter((text) => text !== 'ok');
  if (said.length > 0) throw new Error(`The database is damaged: ${said.join('; ')}`);
}
