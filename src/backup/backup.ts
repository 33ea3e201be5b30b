/**
 * A backup of everything that cannot be made again, beside a server that works: the database as it was at one moment, every
 * file that it names, the key. It appears under its name only when it is whole.
 */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { loadSecretKey } from '../access/secret-key.js';
import type { Config } from '../config.js';
import { isPostgres } from '../db/connect.js';
import type { BlobStore } from '../media/blobs/blob-store.js';
import { LoupeError } from '../kernel/errors.js';
import { chunksOfFile } from '../media/blobs/file-chunks.js';
import { openBlobs } from '../media/blobs/open-blobs.js';
import { version } from '../kernel/version.js';
import { copyDatabase, type DatabaseCopy, type NamedFile } from './database-copy.js';
import { type BackupFile, fingerprintOf, type Manifest, writeManifest } from './manifest.js';
import { Meter } from '../media/uploads/meter.js';
import { type BackupPlace, refusal, BucketPlace, FolderPlace } from './places.js';
import { parseS3Url } from '../kernel/blobs-url.js';

/** @param to a folder, or `s3://<bucket>/<prefix>?…` @throws LoupeError BAD_USER_INPUT for another kind of address */
export function openPlace(to: string): BackupPlace {
  if (!/^[a-z0-9]+:\/\//i.test(to)) return new FolderPlace(to);
  try {
    return new BucketPlace(parseS3Url(to));
  } catch (error) {
    throw refusal(
      `${to.replace(/\/\/[^/]*@/, '//…@')}: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}

/** Files that belong to the data folder beside the database and are not made again. */
export const KEPT_BESIDE = ['secret.key', 'demo.json'] as const;
/** How often the copy starts again because files were removed while it ran. */
const MOST_ATTEMPTS = 5;

export interface BackupReport extends Pick<Manifest, 'damaged' | 'dateBegun'> {
  /** The folder, or the address of the bucket. */
  readonly folder: string;
  readonly files: number;
  readonly bytes: number;
}

type BackedUp = Pick<Config, 'dataFolder' | 'filesFolder' | 'bucket' | 'databaseUrl' | 'secretKey'>;

/**
 * @param to     a folder that is not there yet, or an empty `s3://<bucket>/<prefix>?…`
 * @param onFile called for every file that was copied
 * @throws LoupeError BAD_USER_INPUT when something is there already, or a program of PostgreSQL is missing
 */
export async function backUp(
  config: BackedUp,
  to: string,
  onFile: () => void = () => undefined,
): Promise<BackupReport> {
  const place = openPlace(to);
  const blobs = openBlobs(config, null);
  await requireDatabase(config.databaseUrl);
  await place.begin();
  // A database writes its copy into a folder, wherever that goes then.
  const scratch = await mkdtemp(join(config.dataFolder, 'backup-'));
  try {
    return await write(config, place, scratch, new BlobCopies(blobs, place, onFile));
  } finally {
    await rm(scratch, { recursive: true, force: true });
    blobs.close();
    place.close();
  }
}

async function write(
  config: BackedUp,
  place: BackupPlace,
  scratch: string,
  copies: BlobCopies,
): Promise<BackupReport> {
  const dateBegun = new Date().toISOString();
  const { database, damaged } = await copyAll(config, scratch, copies);
  const files: BackupFile[] = [
    await putFile(place, database.path, join(scratch, database.path)),
    ...(await copyBeside(config.dataFolder, place)),
    ...database.named.flatMap(({ id }) => copies.of(id) ?? []),
  ];
  await copies.forgetAllBut(new Set(files.map(({ path }) => path)));
  await writeManifest(place, {
    version,
    dateBegun,
    dateEnded: new Date().toISOString(),
    database: database.kind,
    migrations: [...database.migrations],
    keyFingerprint: fingerprintOf(loadSecretKey(config.secretKey, config.dataFolder)),
    files,
    damaged: [...damaged],
  });
  await place.finish();
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return { folder: place.name, files: files.length, bytes, damaged: [...damaged], dateBegun };
}

async function putFile(place: BackupPlace, path: string, from: string): Promise<BackupFile> {
  const meter = new Meter();
  await place.put(path, meter.through(chunksOfFile(from)));
  return { path, ...meter.result() };
}

/** Opening a database that is not there would make one. @throws LoupeError BAD_USER_INPUT */
async function requireDatabase(url: string): Promise<void> {
  if (isPostgres(url) || (await stat(url.replace(/^sqlite:/, '')).catch(() => null)) !== null) return;
  throw refusal(`There is no database at ${url}. Set LOUPE_DATA to the folder of the server.`);
}

/** First most files, then the database, then those that came in between: so the database names nothing that was gone. */
async function copyAll(
  config: BackedUp,
  scratch: string,
  copies: BlobCopies,
): Promise<{ readonly database: DatabaseCopy; readonly damaged: readonly string[] }> {
  await copies.takeAll();
  for (let attempt = 1; ; attempt += 1) {
    const database = await copyDatabase(config.databaseUrl, scratch);
    const damaged: string[] = [];
    for (const file of database.named) if (!(await copies.take(file))) damaged.push(file.id);
    if (damaged.length === 0 || attempt === MOST_ATTEMPTS) return { database, damaged };
    // Removed since, or lost: a later copy of the database shows which.
    await rm(join(scratch, database.path), { force: true });
  }
}

async function copyBeside(dataFolder: string, place: BackupPlace): Promise<readonly BackupFile[]> {
  const files: BackupFile[] = [];
  for (const name of KEPT_BESIDE) {
    if ((await stat(join(dataFolder, name)).catch(() => null)) === null) continue;
    files.push(await putFile(place, name, join(dataFolder, name)));
  }
  return files;
}

/** Stored files in the backup, by id. A file never changes under its id. */
class BlobCopies {
  private readonly copied = new Map<string, BackupFile>();

  constructor(
    private readonly from: BlobStore,
    private readonly to: BackupPlace,
    private readonly onFile: () => void,
  ) {}

  of(id: string): BackupFile | undefined {
    return this.copied.get(id);
  }

  /** Copies what is there now. */
  async takeAll(): Promise<void> {
    for await (const blobs of this.from.list()) for (const { id } of blobs) await this.copy(id);
  }

  /** @returns whether the copy holds the bytes that the database says */
  async take({ id, sizeBytes, sha256 }: NamedFile): Promise<boolean> {
    if (!this.copied.has(id)) await this.copy(id);
    const copy = this.copied.get(id);
    return copy?.sizeBytes === sizeBytes && copy.sha256 === sha256;
  }

  /** Removes copies of files that nothing names. */
  async forgetAllBut(paths: ReadonlySet<string>): Promise<void> {
    for (const { path } of this.copied.values()) if (!paths.has(path)) await this.to.remove(path);
  }

  private async copy(id: string): Promise<void> {
    const path = `files/${id.slice(-2)}/${id}`;
    const meter = new Meter();
    try {
      await this.to.put(path, meter.through(this.from.readStream(id) as AsyncIterable<Buffer>));
    } catch (error) {
      // It was removed meanwhile.
      if (error instanceof LoupeError && error.code === 'NOT_FOUND') return;
      throw error;
    }
    this.copied.set(id, { path, ...meter.result() });
    this.onFile();
  }
}
