/** Pictures in the trash: hidden from lists and searches, with their signature and thumbnail kept until they are removed. */
import type { Transaction, EntityManager } from '../db/database.js';
import { readRows } from '../db/rows.js';
import type { RemovalFollower } from '../tree/node-removal.js';
import type { RemovedNode } from '../tree/subtree.js';
import type { FileStore } from '../media/blobs/file-store.js';
import type { ReferenceStore } from '../engine/references/reference-store.js';
import type { TrashEntry } from '../tree/node.entity.js';
import type { PictureApplications } from './picture.reader.js';
import { Picture } from './picture.entity.js';
import { inTrash } from '../tree/trash-place.js';

/** Removes the thumbnails of an organization's pictures with it; the rows go with the node. */
export class PictureRemoval implements RemovalFollower {
  constructor(private readonly files: FileStore) {}

  async beforeRemoval(transaction: Transaction, nodes: readonly RemovedNode[]): Promise<void> {
    for (const { id: organizationId } of nodes.filter(({ type }) => type === 'Organization')) {
      const pictures = await readRows<{ readonly id: string }>(
        transaction.em,
        'select id from picture where organization_id = ?',
        [organizationId],
      );
      await this.files.removeOwnedBy(
        transaction,
        pictures.map(({ id }) => id),
      );
    }
  }
}

/** Whether an element of the tree or a picture lies in the trash. */
export async function isInTrash(em: EntityManager, id: string): Promise<boolean> {
  const rows = await readRows(
    em,
    `select 1 as found from node where id = ? and path like ?
     union all select 1 as found from picture where id = ? and date_trashed is not null`,
    [id, inTrash.$like, id],
  );
  return rows.length > 0;
}

export interface PictureTrashParts {
  readonly applications: PictureApplications;
  readonly references: ReferenceStore;
  readonly files: FileStore;
}

export class PictureTrash {
  constructor(private readonly parts: PictureTrashParts) {}

  /** Searches that start after the commit find it again. */
  async restore(transaction: Transaction, entry: TrashEntry): Promise<Picture> {
    const { em } = transaction;
    const picture = await trashedPicture(em, entry.id);
    picture.dateTrashed = null;
    await em.flush();
    await this.setPresence(transaction, picture, 'show');
    return picture;
  }

  /** Searches that start after the commit do not find it. */
  async hide(transaction: Transaction, picture: Picture, now: Date): Promise<void> {
    picture.dateTrashed = now;
    await transaction.em.flush();
    await this.setPresence(transaction, picture, 'hide');
  }

  /** Removes it for good. */
  async purge(transaction: Transaction, entry: TrashEntry): Promise<void> {
    const { applications, references, files } = this.parts;
    const { em } = transaction;
    const { id, organizationId } = await trashedPicture(em, entry.id);
    await references.write(transaction, await applications.requireFor(em, organizationId), [
      { kind: 'remove', externalId: id },
    ]);
    await files.removeOwnedBy(transaction, [id]);
    await em.nativeDelete(Picture, { id }, { filters: false });
  }

  private async setPresence(
    transaction: Transaction,
    { id, organizationId }: Picture,
    presence: 'show' | 'hide',
  ): Promise<void> {
    const { applications, references } = this.parts;
    const applicationId = await applications.requireFor(transaction.em, organizationId);
    await references.setPresence(transaction, applicationId, [id], presence);
  }
}

function trashedPicture(em: EntityManager, id: string): Promise<Picture> {
  return em.findOneOrFail(Picture, { id }, { filters: false });
}
