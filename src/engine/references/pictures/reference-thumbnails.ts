/**
 * Small copies of the pictures that references were made of, for people who look through an application. Only
 * applications with `keepsThumbnails` have any; everything else about a reference is its signature.
 */
import type { EntityManager, Transaction } from '../../../db/database.js';
import { LoupeError } from '../../../kernel/errors.js';
import type { FileStore, StagedFile } from '../../../media/blobs/file-store.js';
import type { ImageDecoder } from '../../../media/pictures/image-decoder.js';
import type { UploadedFile } from '../../../media/uploads/received-file.js';
import type { Application } from '../../application.entity.js';
import { Reference } from '../reference.entity.js';

/** Longest side in pixels. */
const SIDE_PX = 240;
const QUALITY = 80;
const KIND = 'ReferenceThumbnail';

type Keeper = Pick<Application, 'id' | 'organizationId' | 'keepsThumbnails'>;

/** What became of the thumbnails of references in a transaction. */
export interface ThumbnailChanges {
  /** Copies that were made for the transaction; those that no reference took are dropped. */
  readonly staged: readonly StagedFile[];
  readonly before: ReadonlySet<string>;
  readonly after: ReadonlySet<string>;
}

export class ReferenceThumbnails {
  constructor(
    private readonly decoder: ImageDecoder,
    private readonly files: FileStore,
  ) {}

  /** Stages the copy of a picture; null where none is kept, or when it can be recognized but not be shown. */
  async stage({ keepsThumbnails }: Keeper, image: UploadedFile | undefined): Promise<StagedFile | null> {
    if (!keepsThumbnails || image === undefined) return null;
    const bytes = await this.decoder
      .jpeg(await image.bytes(), SIDE_PX, QUALITY)
      .catch((error: unknown): null => {
        if (error instanceof LoupeError && error.code === 'INVALID_IMAGE') return null;
        throw error;
      });
    return bytes === null ? null : this.files.stage(bytes, 'image/jpeg');
  }

  /** Removes a copy that no transaction took. */
  async drop(staged: StagedFile | null): Promise<void> {
    if (staged !== null) await this.files.drop([staged]);
  }

  /** Gives copies to the references that took them, and removes those that references gave up. */
  async follow(transaction: Transaction, keeper: Keeper, changes: ThumbnailChanges): Promise<void> {
    const { staged, before, after } = changes;
    for (const file of staged.filter(({ id }) => after.has(id))) {
      this.files.attach(transaction, file, {
        ownerId: keeper.id,
        documentId: null,
        // The operator's own applications belong to no organization.
        organizationId: keeper.organizationId ?? keeper.id,
        kind: KIND,
      });
    }
    const unused = staged.filter(({ id }) => !after.has(id));
    transaction.afterCommit(() => this.files.drop(unused));
    await this.files.remove(
      transaction,
      [...before].filter((id) => !after.has(id)).map((id) => ({ id })),
    );
  }

  /** Removes every copy of an application; its references stay. */
  async removeAll(transaction: Transaction, applicationId: string): Promise<void> {
    await this.forget(transaction.em, applicationId);
    await this.files.removeAllOf(transaction, applicationId, KIND);
  }

  /** Removes the files of an application that goes with its references. */
  async removeFiles(transaction: Transaction, applicationId: string): Promise<void> {
    await this.files.removeAllOf(transaction, applicationId, KIND);
  }

  private async forget(em: EntityManager, applicationId: string): Promise<void> {
    const where = { applicationId, thumbnailId: { $ne: null } };
    await em.nativeUpdate(Reference, where, { thumbnailId: null });
  }
}
