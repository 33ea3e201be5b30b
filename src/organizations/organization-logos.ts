/** Logos of organizations: pictures that are kept as they were sent, once they prove to be pictures. */
import { requireRight } from '../access/access.js';
import type { Viewer } from '../access/viewer.js';
import type { OperationLog } from '../audit/operation-log.js';
import type { Database, EntityManager } from '../db/database.js';
import type { Node } from '../tree/node.entity.js';
import type { NodeStore } from '../tree/node.store.js';
import type { FileStore } from '../media/blobs/file-store.js';
import type { ImageDecoder } from '../media/pictures/image-decoder.js';
import type { UploadedFile } from '../media/uploads/received-file.js';

/** Longest side in pixels to which a logo is decoded for the check of its bytes. */
const CHECK_PX = 64;

export class OrganizationLogos {
  constructor(
    private readonly database: Database,
    private readonly nodes: NodeStore,
    private readonly operations: OperationLog,
    private readonly decoder: ImageDecoder,
    private readonly files: FileStore,
  ) {}

  /** @throws LoupeError NOT_FOUND, FORBIDDEN, UNSUPPORTED_MEDIA, INVALID_IMAGE, PAYLOAD_TOO_LARGE */
  async set(viewer: Viewer, id: string, file: UploadedFile): Promise<void> {
    await this.requireWrite(this.database.reader(), viewer, id);
    const bytes = await file.bytes();
    const { type } = await this.decoder.inspect(bytes);
    await this.decoder.jpeg(bytes, CHECK_PX);
    const staged = await this.files.stage(bytes, type);
    let isAttached = false;
    try {
      await this.database.transaction(async (transaction) => {
        const node = await this.requireWrite(transaction.em, viewer, id);
        await this.files.removeOwnedBy(transaction, [node.id], ['Logo']);
        this.files.attach(transaction, staged, {
          ownerId: node.id,
          documentId: null,
          organizationId: node.id,
          kind: 'Logo',
          originalName: file.originalName,
        });
        this.nodes.touchContent(node);
        this.operations.write(transaction.em, viewer, 'organization:setLogo', {
          id: node.id,
          organizationId: node.id,
        });
        isAttached = true;
      });
    } catch (error) {
      if (!isAttached) await this.files.drop([staged]);
      throw error;
    }
  }

  /** @throws LoupeError NOT_FOUND or FORBIDDEN */
  async remove(viewer: Viewer, id: string): Promise<void> {
    await this.database.transaction(async (transaction) => {
      const node = await this.requireWrite(transaction.em, viewer, id);
      await this.files.removeOwnedBy(transaction, [node.id], ['Logo']);
      this.nodes.touchContent(node);
      this.operations.write(transaction.em, viewer, 'organization:deleteLogo', {
        id: node.id,
        organizationId: node.id,
      });
    });
  }

  private async requireWrite(em: EntityManager, viewer: Viewer, id: string): Promise<Node> {
    const node = await this.nodes.loadOfType(em, id, 'Organization');
    requireRight(viewer, 'organization:write', node, `Organization ${id}`);
    return node;
  }
}
