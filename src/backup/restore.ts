/**
 * Puts a backup where nothing is yet. Everything is checked before anything is written; what is there is never overwritten.
 * The database comes last, so that an interrupted restore can be done again and never looks like a whole one.
 */
import { mkdir, readdir, readFile, rename, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { loadSecretKey } from '../access/secret-key.js';
import type { Config } from '../config.js';
import { connect, isPostgres } from '../db/connect.js';
import { migrationsFor } from '../db/migrations/index.js';
import { StoredFile } from '../media/stored-file.entity.js';
import { copySynced, KEPT_BESIDE, syncFolder } from './backup.js';
import { demandSoundSqlite } from './database-copy.js';
import { demandWhole, fingerprintOf, type Manifest, readManifest, refusal } from './manifest.js';
import { runPostgresTool } from './postgres-tools.js';

export interface RestoreReport extends Pick<Manifest, 'dateBegun' | 'damaged'> {
  readonly files: number;
}

type Restored = Pick<Config, 'dataFolder' | 'filesFolder' | 'databaseUrl' | 'secretKey'>;

/**
 * @param onFile is told of every file that was checked or copied: each comes twice
 * @throws LoupeError BAD_USER_INPUT when the backup is not whole, or something is there already
 */
export async function restore(
  config: Restored,
  from: string,
  onFile: () => void = () => undefined,
): Promise<RestoreReport> {
  const folder = resolve(from);
  const manifest = await readManifest(folder);
  demandKnown(manifest, config);
  await demandWhole(folder, manifest, onFile);
  await demandEmpty(config, manifest);
  await demandKey(config, folder, manifest);
  await copyFiles(config, folder, manifest, onFile);
  await (manifest.database === 'sqlite' ? restoreSqlite(config, folder) : restorePostgres(config, folder));
  const { dateBegun, damaged, files } = manifest;
  return { dateBegun, damaged, files: files.length };
}

function demandKnown({ database, migrations }: Manifest, { databaseUrl }: Restored): void {
  const wanted = isPostgres(databaseUrl) ? 'postgresql' : 'sqlite';
  if (database !== wanted) {
    throw refusal(`The backup is of ${database}, LOUPE_DATABASE_URL names ${wanted}. They must be the same.`);
  }
  const known = new Set(migrationsFor(databaseUrl).map(({ name }) => name));
  if (migrations.every((name) => known.has(name))) return;
  throw refusal('The backup was written by a newer version. Restore it with that version or a later one.');
}

/** @throws LoupeError BAD_USER_INPUT where there is a database, or a file that the backup does not hold */
async function demandEmpty(config: Restored, { files }: Manifest): Promise<void> {
  if (await hasDatabase(config.databaseUrl)) {
    throw refusal(
      'There is a database already, and nothing is overwritten. Set LOUPE_DATA (or LOUPE_DATABASE_URL) to an empty place.',
    );
  }
  const held = new Set(files.map(({ path }) => path));
  for (const shard of await readdir(config.filesFolder).catch(() => [])) {
    if (shard.length !== 2) continue;
    const foreign = (await readdir(join(config.filesFolder, shard))).find(
      (id) => !held.has(`files/${shard}/${id}`) && !id.endsWith('.part'),
    );
    if (foreign === undefined) continue;
    throw refusal(
      `${config.filesFolder} holds files of something else. Set LOUPE_FILES_FOLDER to an empty folder.`,
    );
  }
}

async function hasDatabase(url: string): Promise<boolean> {
  if (!isPostgres(url)) {
    const path = url.replace(/^sqlite:/, '');
    return ((await stat(path).catch(() => null))?.size ?? 0) > 0;
  }
  const orm = await connect(url, [StoredFile], []);
  try {
    const sql = 'select 1 from information_schema.tables where table_schema = current_schema() limit 1';
    return (await orm.em.getConnection().execute<object[]>(sql)).length > 0;
  } finally {
    await orm.close(true);
  }
}

/** The key of the environment, or that of the data folder, must be the one that the backup's secrets were made with. */
async function demandKey(
  { secretKey, dataFolder }: Restored,
  folder: string,
  manifest: Manifest,
): Promise<void> {
  const message = 'The backup was made under another secret key. Set LOUPE_SECRET_KEY to the key of then.';
  if (secretKey !== null) {
    if (fingerprintOf(loadSecretKey(secretKey, dataFolder)) !== manifest.keyFingerprint)
      throw refusal(message);
    return;
  }
  const name = KEPT_BESIDE[0];
  const kept = await readFile(join(folder, name)).catch(() => null);
  if (kept === null || fingerprintOf(loadSecretKey(null, folder)) !== manifest.keyFingerprint)
    throw refusal(message);
  const present = await readFile(join(dataFolder, name)).catch(() => null);
  if (present !== null && !present.equals(kept)) {
    throw refusal(`${join(dataFolder, name)} is another key, and nothing is overwritten. Move it away.`);
  }
}

async function copyFiles(
  config: Restored,
  folder: string,
  { files }: Manifest,
  onFile: () => void,
): Promise<void> {
  await mkdir(config.dataFolder, { recursive: true, mode: 0o700 });
  for (const { path } of files) {
    const isBeside = KEPT_BESIDE.some((name) => name === path);
    const to = isBeside ? join(config.dataFolder, path) : fileOf(config, path);
    if (to !== null) {
      await mkdir(dirname(to), { recursive: true });
      await copySynced(join(folder, path), `${to}.part`);
      await rename(`${to}.part`, to);
    }
    onFile();
  }
}

/** Where a stored file goes; null for what is none. */
function fileOf({ filesFolder }: Restored, path: string): string | null {
  const [, shard, id] = /^files\/([\w-]{2})\/([\w-]{36})$/.exec(path) ?? [];
  return shard === undefined || id === undefined ? null : join(filesFolder, shard, id);
}

async function restoreSqlite({ databaseUrl }: Restored, folder: string): Promise<void> {
  const path = databaseUrl.replace(/^sqlite:/, '');
  const unfinished = `${path}.part`;
  await mkdir(dirname(path), { recursive: true });
  await copySynced(join(folder, 'loupe.sqlite'), unfinished);
  const orm = await connect(`sqlite:${unfinished}`, [StoredFile], []);
  try {
    await demandSoundSqlite((sql) => orm.em.getConnection().execute(sql));
  } finally {
    await orm.close(true);
  }
  await rename(unfinished, path);
  await syncFolder(dirname(path));
}

async function restorePostgres({ databaseUrl }: Restored, folder: string): Promise<void> {
  const args = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges'];
  await runPostgresTool('pg_restore', databaseUrl, [...args, join(folder, 'loupe.pgdump')]);
}
