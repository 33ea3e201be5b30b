/** Stored files: bytes in the blob store, a row in the database, and both or neither. */
import { createHash } from 'node:crypto';
import type { Clock } from '../../kernel/clock.js';
import type { Database, EntityManager, Transaction } from '../../db/database.js';
import { eachPart, inParts } from '../../db/in-parts.js';
import { marks, readRows } from '../../db/rows.js';
import { newId } from '../../kernel/ids.js';
import { type BlobStore, sweepBlobs } from './blob-store.js';
import { Meter } from '../uploads/meter.js';
import { type FileKind, StoredFile } from './stored-file.entity.js';

/** Bytes that are stored but belong to nothing yet. */
export interface StagedFile {
  readonly id: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly contentType: string;
}

export interface FileOwner {
  readonly ownerId: string;
  readonly documentId: string | null;
  readonly organizationId: string;
  readonly kind: FileKind;
  readonly originalName?: string | null;
}

/** SQL databases limit the values of one statement. */
const BATCH = 500;
/** Nobody waits for the removal of more bytes than these. */
const MOST_AT_ONCE = 1000;

type OwnedOf = (ids: readonly string[]) => Promise<ReadonlySet<string>>;

export class FileStore {
  private readonly owners: OwnedOf[] = [];

  constructor(
    private readonly blobs: BlobStore,
    private readonly clock: Clock,
  ) {}

  /** Stores bytes before a transaction; call `attach` in it, or `drop` when it does not come to that. */
  async stage(bytes: Buffer, contentType: string): Promise<StagedFile> {
    const id = newId();
    await this.blobs.put(id, bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { id, sizeBytes: bytes.length, sha256, contentType };
  }

  /** As `stage`, for a file under a given id whose bytes come little by little. */
  async stageStream(id: string, bytes: AsyncIterable<Uint8Array>, contentType: string): Promise<StagedFile> {
    const meter = new Meter();
    await this.blobs.putStream(id, meter.through(bytes));
    return { id, ...meter.result(), contentType };
  }

  async drop(files: readonly StagedFile[]): Promise<void> {
    for (const file of files) await this.discard(file.id);
  }

  /** Gives staged bytes to their owner. When the transaction fails the bytes are removed. */
  attach({ em, afterRollback }: Transaction, file: StagedFile, owner: FileOwner): void {
    afterRollback(() => this.discard(file.id));
    em.create(StoredFile, {
      ...file,
      ...owner,
      originalName: owner.originalName ?? null,
      dateCreated: this.clock.now(),
    });
  }

  /** Removes files; their bytes go after the commit. */
  async remove({ em, afterCommit }: Transaction, files: readonly { readonly id: string }[]): Promise<void> {
    if (files.length === 0) return;
    const ids = files.map((file) => file.id);
    for (const part of inParts(ids)) await em.nativeDelete(StoredFile, { id: { $in: part } });
    afterCommit(() => this.deleteBytes(ids));
  }

  /** Removes all files of one owner and kind, however many there are; of very many the bytes are left to the sweeping. */
  async removeAllOf({ em, afterCommit }: Transaction, ownerId: string, kind: FileKind): Promise<void> {
    const files: Pick<StoredFile, 'id'>[] = await em
      .createQueryBuilder(StoredFile)
      .select('id')
      .where({ ownerId, kind })
      .execute('all');
    await em.nativeDelete(StoredFile, { ownerId, kind });
    afterCommit(() => this.deleteBytes(files.slice(0, MOST_AT_ONCE).map(({ id }) => id)));
  }

  /** Removes all files of elements, or only those of given kinds. */
  async removeOwnedBy(
    transaction: Transaction,
    ownerIds: readonly string[],
    kinds?: readonly FileKind[],
  ): Promise<void> {
    await transaction.em.flush();
    await eachPart(ownerIds, async (part) => {
      const wanted = kinds === undefined ? '' : ` and kind in (${marks(kinds)})`;
      const files = await readRows<{ readonly id: string }>(
        transaction.em,
        `select id from stored_file where owner_id in (${marks(part)})${wanted} order by id`,
        [...part, ...(kinds ?? [])],
      );
      await this.remove(transaction, files);
    });
  }

  /** Makes files of an owner ones of another kind. */
  async changeKind(
    { em }: Transaction,
    files: readonly { readonly id: string }[],
    kind: FileKind,
  ): Promise<void> {
    await em.flush();
    for (const part of inParts(files.map(({ id }) => id))) {
      await em.nativeUpdate(StoredFile, { id: { $in: part } }, { kind });
    }
  }

  /** The files of elements, in order of creation. */
  async ownedBy(
    em: EntityManager,
    ownerIds: readonly string[],
    kinds?: readonly FileKind[],
  ): Promise<StoredFile[]> {
    if (ownerIds.length === 0) return [];
    return em.find(
      StoredFile,
      { ownerId: { $in: [...ownerIds] }, ...(kinds ? { kind: { $in: [...kinds] } } : {}) },
      { orderBy: { id: 'asc' } },
    );
  }

  private async deleteBytes(ids: readonly string[]): Promise<void> {
    for (const id of ids) await this.discard(id);
  }

  async read(file: { readonly id: string }): Promise<Buffer> {
    return this.blobs.read(file.id);
  }

  /** Bytes as they are stored; the stream fails when there are none. */
  openStream(file: { readonly id: string }): AsyncIterable<Buffer> {
    return this.blobs.readStream(file.id) as AsyncIterable<Buffer>;
  }

  /** Names more than files that bytes may belong to: what waits for a job, for example. */
  alsoOwned(ownedOf: OwnedOf): void {
    this.owners.push(ownedOf);
  }

  /** Removes bytes that belong to nothing. @returns how many */
  async sweep(database: Database): Promise<number> {
    const rowsOf: OwnedOf = async (ids) => {
      const rows = await database.reader().find(StoredFile, { id: { $in: [...ids] } }, { fields: ['id'] });
      return new Set(rows.map((row) => row.id));
    };
    const ownedOf: OwnedOf = async (ids) => {
      const owned = new Set<string>();
      for (let from = 0; from < ids.length; from += BATCH) {
        const batch = ids.slice(from, from + BATCH);
        for (const owner of [rowsOf, ...this.owners]) for (const id of await owner(batch)) owned.add(id);
      }
      return owned;
    };
    return sweepBlobs(this.blobs, ownedOf, this.clock.now());
  }

  /** Removes bytes that nothing names. What cannot be removed now, the sweep removes later. */
  private async discard(id: string): Promise<void> {
    await this.blobs.delete(id).catch(() => undefined);
  }
}
