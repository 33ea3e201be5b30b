/** The publisher of the pages that readers scan: name, logo, color, and the addresses of imprint and privacy notice. */
import { requireReader } from '../access/access.js';
import type { Viewer } from '../access/viewer.js';
import type { Database } from '../db/database.js';
import { Node } from '../tree/node.entity.js';
import { Organization } from './organization.entity.js';
import type { FileStore } from '../media/blobs/file-store.js';

export interface PublisherView {
  readonly name: string;
  readonly logoFileId: string | null;
  /** As #rrggbb. */
  readonly color: string | null;
  readonly imprintUrl: string | null;
  readonly privacyUrl: string | null;
}

export class PublisherService {
  constructor(
    private readonly database: Database,
    private readonly files: Pick<FileStore, 'ownedBy'>,
  ) {}

  /** The organization of the key. @throws LoupeError UNAUTHENTICATED or FORBIDDEN */
  async of(viewer: Viewer): Promise<PublisherView> {
    requireReader(viewer);
    return this.ofOrganization(viewer.organizationId);
  }

  /** As `of`, for somebody who was shown content of it. */
  async ofOrganization(id: string): Promise<PublisherView> {
    const em = this.database.reader();
    const { name } = await em.findOneOrFail(Node, { id }, { fields: ['name'] });
    const { brandColor, imprintUrl, privacyUrl } = await em.findOneOrFail(Organization, { id });
    const [logo] = await this.files.ownedBy(em, [id], ['Logo']);
    return {
      name,
      logoFileId: logo?.id ?? null,
      color: brandColor ?? null,
      imprintUrl: imprintUrl ?? null,
      privacyUrl: privacyUrl ?? null,
    };
  }
}
