/** The picture that stands for a document in lists shows its first page, whichever page that is. */
import type { Transaction } from '../db/database.js';
import type { Node } from '../tree/node.entity.js';
import type { FileStore, StagedFile } from '../media/blobs/file-store.js';
import type { Thumbnailer } from '../media/pictures/thumbnailer.js';

export class DocumentCover {
  constructor(
    private readonly files: FileStore,
    private readonly thumbnailer: Thumbnailer,
  ) {}

  /** Prepares a cover from the picture that is kept of a first page; nothing owns it yet. */
  async prepare(pageBytes: Buffer): Promise<StagedFile> {
    return this.thumbnailer.makeCover(pageBytes);
  }

  /** Replaces the cover of a document. */
  async attach(
    transaction: Transaction,
    cover: StagedFile,
    { id, organizationId }: Pick<Node, 'id' | 'organizationId'>,
  ): Promise<void> {
    await this.files.removeOwnedBy(transaction, [id], ['Cover']);
    this.files.attach(transaction, cover, { ownerId: id, documentId: id, organizationId, kind: 'Cover' });
  }

  /**
   * Makes a new cover after another page became the first. In the transaction, so that pages that are moved at
   * the same time cannot leave the cover of a page that is not the first; it takes some hundredths of a second.
   */
  async follow(transaction: Transaction, firstPage: Node): Promise<void> {
    const [picture] = await this.files.ownedBy(transaction.em, [firstPage.id], ['Original']);
    if (picture === undefined) return;
    const cover = await this.prepare(await this.files.read(picture));
    const { parentId, organizationId } = firstPage;
    await this.attach(transaction, cover, { id: parentId ?? '', organizationId });
  }
}
