/**
 * A backup of everything that cannot be made again, beside a server that works: the database as it was at one moment, every
 * file that it names, the key. It appears under its name only when it is whole.
 */
import { constants } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { loadSecretKey } from '../access/secret-key.js';
import type { Config } from '../config.js';
import { isPostgres } from '../db/connect.js';
import { isId } from '../ids.js';
import { version } from '../version.js';
import { copyDatabase, type DatabaseCopy, type NamedFile } from './database-copy.js';
import {
  type BackupFile,
  fingerprintOf,
  type Manifest,
  measure,
  refusal,
  writeManifest,
} from './manifest.js';

/** Files that belong to the data folder beside the database and are not made again. */
export const KEPT_BESIDE = ['secret.key', 'demo.json'] as const;
/** Files that are removed while they are copied make the copy begin anew; so many times. */
const MOST_ATTEMPTS = 5;

export interface BackupReport extends Pick<Manifest, 'damaged' | 'dateBegun'> {
  readonly folder: string;
  readonly files: number;
  readonly bytes: number;
}

type BackedUp = Pick<Config, 'dataFolder' | 'filesFolder' | 'databaseUrl' | 'secretKey'>;

/**
 * @param to     a folder that is not there yet
 * @param onFile is told of every file that was copied
 * @throws LoupeError BAD_USER_INPUT when the folder is there already, or a program of PostgreSQL is missing
 */
export async function backUp(
  config: BackedUp,
  to: string,
  onFile: () => void = () => undefined,
): Promise<BackupReport> {
  const folder = resolve(to);
  if ((await stat(folder).catch(() => null)) !== null) {
    throw refusal(`${folder} is there already. Name a folder that is not.`);
  }
  await demandDatabase(config.databaseUrl);
  const partial = join(dirname(folder), `.${basename(folder)}.partial`);
  await rm(partial, { recursive: true, force: true });
  await mkdir(join(partial, 'files'), { recursive: true, mode: 0o700 });
  const dateBegun = new Date().toISOString();
  const copies = new BlobCopies(config.filesFolder, partial, onFile);
  const { database, damaged } = await copyAll(config, partial, copies);
  const beside = await copyBeside(config.dataFolder, partial);
  const files: BackupFile[] = [
    { path: database.path, ...(await measure(join(partial, database.path))) },
    ...beside,
    ...database.named.flatMap(({ id }) => copies.of(id) ?? []),
  ];
  await copies.forgetAllBut(new Set(files.map(({ path }) => path)));
  await writeManifest(partial, {
    version,
    dateBegun,
    dateEnded: new Date().toISOString(),
    database: database.kind,
    migrations: [...database.migrations],
    keyFingerprint: fingerprintOf(loadSecretKey(config.secretKey, config.dataFolder)),
    files,
    damaged: [...damaged],
  });
  await rename(partial, folder);
  await syncFolder(dirname(folder));
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return { folder, files: files.length, bytes, damaged: [...damaged], dateBegun };
}

/** Opening a database that is not there would make one. @throws LoupeError BAD_USER_INPUT */
async function demandDatabase(url: string): Promise<void> {
  if (isPostgres(url) || (await stat(url.replace(/^sqlite:/, '')).catch(() => null)) !== null) return;
  throw refusal(`There is no database at ${url}. Set LOUPE_DATA to the folder of the server.`);
}

/** First most files, then the database, then those that came in between: so the database names nothing that was gone. */
async function copyAll(
  config: BackedUp,
  partial: string,
  copies: BlobCopies,
): Promise<{ readonly database: DatabaseCopy; readonly damaged: readonly string[] }> {
  await copies.takeAll();
  for (let attempt = 1; ; attempt += 1) {
    const database = await copyDatabase(config.databaseUrl, partial);
    const damaged: string[] = [];
    for (const file of database.named) if (!(await copies.take(file))) damaged.push(file.id);
    if (damaged.length === 0 || attempt === MOST_ATTEMPTS) return { database, damaged };
    // Removed since, or really gone: a later copy of the database tells.
    await rm(join(partial, database.path), { force: true });
  }
}

async function copyBeside(dataFolder: string, partial: string): Promise<readonly BackupFile[]> {
  const files: BackupFile[] = [];
  for (const name of KEPT_BESIDE) {
    if ((await stat(join(dataFolder, name)).catch(() => null)) === null) continue;
    await copySynced(join(dataFolder, name), join(partial, name));
    files.push({ path: name, ...(await measure(join(partial, name))) });
  }
  return files;
}

/** Stored files in the backup, by id. A file never changes under its id. */
class BlobCopies {
  private readonly copied = new Map<string, BackupFile>();

  constructor(
    private readonly from: string,
    private readonly partial: string,
    private readonly onFile: () => void,
  ) {}

  of(id: string): BackupFile | undefined {
    return this.copied.get(id);
  }

  /** Copies what lies there now. */
  async takeAll(): Promise<void> {
    for (const shard of await readdir(this.from).catch(() => [])) {
      if (shard.length !== 2) continue;
      for (const id of (await readdir(join(this.from, shard))).filter(isId)) await this.copy(id);
    }
  }

  /** @returns whether the copy holds the bytes that the database says */
  async take({ id, sizeBytes, sha256 }: NamedFile): Promise<boolean> {
    if (!this.copied.has(id)) await this.copy(id);
    const copy = this.copied.get(id);
    return copy?.sizeBytes === sizeBytes && copy.sha256 === sha256;
  }

  /** Removes copies of files that nothing names. */
  async forgetAllBut(paths: ReadonlySet<string>): Promise<void> {
    for (const { path } of this.copied.values()) {
      if (!paths.has(path)) await rm(join(this.partial, path), { force: true });
    }
  }

  private async copy(id: string): Promise<void> {
    const shard = id.slice(-2);
    const path = `files/${shard}/${id}`;
    const to = join(this.partial, path);
    await mkdir(dirname(to), { recursive: true });
    try {
      await copySynced(join(this.from, shard, id), to);
    } catch (error) {
      // It was removed meanwhile.
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
      throw error;
    }
    this.copied.set(id, { path, ...(await measure(to)) });
    this.onFile();
  }
}

/** Copies a file so that it is on the disk; file systems that can share the bytes do. */
export async function copySynced(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  const file = await open(to, 'r+');
  try {
    await file.chmod(0o600);
    await file.sync();
  } finally {
    await file.close();
  }
}

export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
