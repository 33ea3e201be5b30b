/** Replaces the picture of a page, by a new file or by an earlier one. */
import type { Viewer } from '../../access/viewer.js';
import { DocumentChange } from '../history/document-change.entity.js';
import { notePageFile } from '../history/transaction-notes.js';
import type { OperationLog } from '../../audit/operation-log.js';
import type { Database, EntityManager, Transaction } from '../../db/database.js';
import { requireUnchanged } from '../../db/entities.js';
import type { GuardedNodes } from '../../tree/guarded-nodes.js';
import { Node } from '../../tree/node.entity.js';
import { Zone } from '../zones/zone.entity.js';
import { LoupeError } from '../../kernel/errors.js';
import { type Precondition, nodeStateOf } from '../../kernel/precondition.js';
import type { FileStore } from '../../media/blobs/file-store.js';
import type { DocumentCover } from '../document-cover.js';
import type { DocumentReader } from '../document-reader.js';
import { requireReady } from '../settled.js';
import type { TargetService } from '../targets/target.service.js';
import type { ImageView } from '../views.js';
import type { PageImages, PreparedPicture } from './page-images.js';
import { type PageWriter, type PreparedZone, rectOf } from './page-writer.js';

/** Earlier files that are kept of a page. */
const MOST_EARLIER_FILES = 5;

/** A page as it is drawn from a file. */
export interface PreparedFilePage {
  readonly picture: PreparedPicture;
  /** The picture that its zones are cut from. */
  readonly bytes: Buffer;
}

export interface PageFileChangeParts {
  readonly database: Database;
  readonly guarded: GuardedNodes;
  readonly reader: DocumentReader;
  readonly writer: PageWriter;
  readonly pages: PageImages;
  readonly files: FileStore;
  readonly cover: DocumentCover;
  readonly targets: TargetService;
  readonly operations: OperationLog;
}

export class PageFileChange {
  constructor(private readonly parts: PageFileChangeParts) {}

  /**
   * The former file of the page is kept for a while. The picture is removed when nothing comes of it.
   *
   * @throws LoupeError NOT_FOUND, FORBIDDEN, CONFLICT while pages are being processed or when zones were changed meanwhile,
   *   CHANGED_MEANWHILE, INSUFFICIENT_CREDIT
   */
  async apply(
    viewer: Viewer,
    pageId: string,
    { picture, bytes }: PreparedFilePage,
    precondition?: Precondition,
  ): Promise<ImageView> {
    const { database, reader, writer, pages } = this.parts;
    const prepared: PreparedPicture[] = [picture];
    let page: Node;
    try {
      const zones = await writer.prepareZones(pageId, bytes);
      prepared.push(...zones.map((zone) => zone.picture));
      page = await database.transaction(async (transaction) => {
        const page = await this.requirePage(transaction, viewer, pageId, precondition);
        await this.write(transaction, viewer, page, { picture, zones });
        return page;
      });
    } catch (error) {
      for (const each of prepared) await pages.drop(each);
      throw error;
    }
    const [view] = await reader.images(database.reader(), [page]);
    if (view === undefined) throw new LoupeError('NOT_FOUND', `Image ${pageId} was not found.`);
    return view;
  }

  private async requirePage(
    { em }: Transaction,
    viewer: Viewer,
    pageId: string,
    precondition: Precondition | undefined,
  ): Promise<Node> {
    const page = await this.parts.guarded.requireOfType(em, viewer, 'content:write', pageId, 'Image');
    await requireUnchanged(em, precondition, page, nodeStateOf);
    await requireReady(em, page.parentId ?? '');
    return page;
  }

  private async write(
    transaction: Transaction,
    viewer: Viewer,
    page: Node,
    { picture, zones }: { readonly picture: PreparedPicture; readonly zones: readonly PreparedZone[] },
  ): Promise<void> {
    const { writer, operations, cover, targets } = this.parts;
    const { em } = transaction;
    await requireSameZones(em, page.id, zones);
    const document = await em.findOneOrFail(Node, { id: page.parentId ?? '' });
    await this.keepFormer(transaction, document.id, page.id);
    await writer.change(transaction, document, page, picture);
    await writer.changeZones(transaction, document, zones);
    operations.write(em, viewer, 'image:replace', page);
    await em.flush();
    if (page.order === 1) await cover.follow(transaction, page);
    await targets.refresh(transaction, document.id);
  }

  private async keepFormer(transaction: Transaction, documentId: string, pageId: string): Promise<void> {
    const { files } = this.parts;
    const { em } = transaction;
    const former = await files.ownedBy(em, [pageId], ['Original']);
    const [thumbnail] = await files.ownedBy(em, [pageId], ['SmallThumbnail']);
    const kept = [...former, ...(thumbnail === undefined ? [] : [thumbnail])];
    await files.changeKind(transaction, former.length === 0 ? [] : kept, 'Earlier');
    for (const { id: fileId } of former)
      notePageFile(em, { pageId, fileId, thumbnailId: thumbnail?.id ?? null });
    const where = { documentId, pageId, fileId: { $ne: null } };
    const earlier = await em.find(DocumentChange, where, { orderBy: { id: 'desc' } });
    await forgetFiles(transaction, files, earlier.slice(MOST_EARLIER_FILES - 1));
  }
}

/** Removes the files of changes with their small pictures; what else the changes say stays. */
export async function forgetFiles(
  transaction: Transaction,
  files: FileStore,
  changes: readonly DocumentChange[],
): Promise<void> {
  await files.remove(
    transaction,
    changes.flatMap(({ fileId, thumbnailId }) =>
      [fileId, thumbnailId].flatMap((id) => (id == null ? [] : [{ id }])),
    ),
  );
  for (const change of changes) {
    change.fileId = null;
    change.thumbnailId = null;
  }
}

/** @throws LoupeError CONFLICT */
async function requireSameZones(
  em: EntityManager,
  pageId: string,
  prepared: readonly PreparedZone[],
): Promise<void> {
  const nodes = await em.find(Node, { parentId: pageId, type: 'Zone' });
  const zones = await em.find(Zone, { id: { $in: nodes.map(({ id }) => id) } });
  const now = zones.map((zone) => JSON.stringify([zone.id, rectOf(zone)]));
  const then = new Set(prepared.map(({ zoneId, rect }) => JSON.stringify([zoneId, rect])));
  if (now.length === then.size && now.every((zone) => then.has(zone))) return;
  throw new LoupeError('CONFLICT', 'Zones of the page were changed meanwhile. Send the file again.');
}
