/**
 * Puts a backup where nothing is yet. Everything is checked before anything is written; what is there is never overwritten.
 * The database comes last, so that an interrupted restore can be done again and never looks like a whole one.
 */
import { mkdir, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadSecretKey } from '../access/secret-key.js';
import type { Config } from '../config.js';
import { connect, isPostgres } from '../db/connect.js';
import { unknownMigrations } from '../db/later-version.js';
import { StoredFile } from '../media/blobs/stored-file.entity.js';
import type { BlobStore } from '../media/blobs/blob-store.js';
import { openBlobs } from '../media/blobs/open-blobs.js';
import { KEPT_BESIDE } from './backup.js';
import { requireIntactSqlite } from './database-copy.js';
import { syncFolder, writeSynced } from '../media/blobs/files-on-disk.js';
import { requireWhole, fingerprintOf, type Manifest, readManifest } from './manifest.js';
import { openPlace } from './backup.js';
import { type BackupPlace, refusal } from './places.js';
import { runPostgresTool } from './postgres-tools.js';

export interface RestoreReport extends Pick<Manifest, 'dateBegun' | 'damaged'> {
  readonly files: number;
}

type Restored = Pick<Config, 'dataFolder' | 'filesFolder' | 'bucket' | 'databaseUrl' | 'secretKey'>;

/**
 * @param onFile called for every file that was checked or copied: twice for each
 * @throws LoupeError BAD_USER_INPUT when the backup is not whole, or something is there already
 */
export async function restore(
  config: Restored,
  from: string,
  onFile: () => void = () => undefined,
): Promise<RestoreReport> {
  const place = openPlace(from);
  const blobs = openBlobs(config, null);
  try {
    const manifest = await readManifest(place);
    requireKnown(manifest, config);
    await requireWhole(place, manifest, onFile);
    await requireEmpty(config, blobs, manifest);
    await requireKey(config, place, manifest);
    await copyFiles(config, blobs, place, manifest, onFile);
    await (manifest.database === 'sqlite' ? restoreSqlite(config, place) : restorePostgres(config, place));
    const { dateBegun, damaged, files } = manifest;
    return { dateBegun, damaged, files: files.length };
  } finally {
    blobs.close();
    place.close();
  }
}

function requireKnown({ database, migrations }: Manifest, { databaseUrl }: Restored): void {
  const wanted = isPostgres(databaseUrl) ? 'postgresql' : 'sqlite';
  if (database !== wanted) {
    throw refusal(`The backup is of ${database}, LOUPE_DATABASE_URL names ${wanted}. They must be the same.`);
  }
  if (unknownMigrations(databaseUrl, migrations).length === 0) return;
  throw refusal('The backup was written by a newer version. Restore it with that version or a later one.');
}

/** @throws LoupeError BAD_USER_INPUT where there is a database, or a file that the backup does not hold */
async function requireEmpty(config: Restored, blobs: BlobStore, { files }: Manifest): Promise<void> {
  if (await hasDatabase(config.databaseUrl)) {
    throw refusal(
      'There is a database already, and nothing is overwritten. Set LOUPE_DATA (or LOUPE_DATABASE_URL) to an empty place.',
    );
  }
  const held = new Set(files.map(({ path }) => path.slice(path.lastIndexOf('/') + 1)));
  for await (const found of blobs.list()) {
    if (found.every(({ id }) => held.has(id))) continue;
    const setting =
      config.bucket === null ? 'LOUPE_FILES_FOLDER to an empty folder' : 'LOUPE_BLOBS_URL to an empty prefix';
    throw refusal(`${blobs.name} holds files of something else. Set ${setting}.`);
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
async function requireKey(
  { secretKey, dataFolder }: Restored,
  place: BackupPlace,
  manifest: Manifest,
): Promise<void> {
  const message =
    'The backup was made under another secret key. Set LOUPE_SECRET_KEY to the key of that time.';
  if (secretKey !== null) {
    if (fingerprintOf(loadSecretKey(secretKey, dataFolder)) !== manifest.keyFingerprint)
      throw refusal(message);
    return;
  }
  const [name] = KEPT_BESIDE;
  if (!manifest.files.some(({ path }) => path === name)) throw refusal(message);
  const scratch = await mkdtemp(join(tmpdir(), 'loupe-key-'));
  try {
    await writeSynced(join(scratch, name), place.readStream(name));
    if (fingerprintOf(loadSecretKey(null, scratch)) !== manifest.keyFingerprint) throw refusal(message);
    const present = await readFile(join(dataFolder, name)).catch(() => null);
    if (present !== null && !present.equals(await readFile(join(scratch, name))))
      throw refusal(`${join(dataFolder, name)} is another key, and nothing is overwritten. Move it away.`);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function copyFiles(
  config: Restored,
  blobs: BlobStore,
  place: BackupPlace,
  { files }: Manifest,
  onFile: () => void,
): Promise<void> {
  await mkdir(config.dataFolder, { recursive: true, mode: 0o700 });
  // A bucket is claimed by the server that starts on it: whose it is stands in the database, which comes last.
  if (config.bucket === null) await blobs.prepare();
  for (const { path } of files) {
    const id = /^files\/[\w-]{2}\/([\w-]{36})$/.exec(path)?.[1];
    if (id !== undefined) await blobs.putStream(id, place.readStream(path));
    else if (KEPT_BESIDE.some((name) => name === path))
      await bring(place, path, join(config.dataFolder, path));
    onFile();
  }
}

/** Writes a file of the backup beside, and renames it when it is whole. */
async function bring(place: BackupPlace, path: string, to: string): Promise<void> {
  await writeSynced(`${to}.part`, place.readStream(path));
  await rename(`${to}.part`, to);
}

async function restoreSqlite({ databaseUrl }: Restored, place: BackupPlace): Promise<void> {
  const path = databaseUrl.replace(/^sqlite:/, '');
  const unfinished = `${path}.part`;
  await mkdir(dirname(path), { recursive: true });
  await writeSynced(unfinished, place.readStream('loupe.sqlite'));
  const orm = await connect(`sqlite:${unfinished}`, [StoredFile], []);
  try {
    await requireIntactSqlite((sql) => orm.em.getConnection().execute(sql));
  } finally {
    await orm.close(true);
  }
  await rename(unfinished, path);
  await syncFolder(dirname(path));
}

async function restorePostgres({ databaseUrl, dataFolder }: Restored, place: BackupPlace): Promise<void> {
  const copy = join(dataFolder, 'loupe.pgdump');
  const args = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges'];
  try {
    await bring(place, 'loupe.pgdump', copy);
    await runPostgresTool('pg_restore', databaseUrl, [...args, copy]);
  } finally {
    await rm(copy, { force: true });
  }
}
