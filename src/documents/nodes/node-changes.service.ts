/** Renames and moves elements of any kind, each by the rules of its own kind. */
import type { Viewer } from '../../access/viewer.js';
import { badInput } from '../../kernel/errors.js';
import type { Precondition } from '../../kernel/precondition.js';
import type { DocumentService } from '../document.service.js';
import type { FolderService } from './folder.service.js';
import type { ImageService } from '../pages/image.service.js';
import type { NodeService } from './node.service.js';
import type { OrganizationService } from '../../organizations/organization.service.js';
import type { ZoneService } from '../zones/zone.service.js';

export interface NodePatch {
  readonly name?: string;
  readonly parentId?: string;
}

export interface NodeChangesParts {
  readonly nodes: NodeService;
  readonly organizations: OrganizationService;
  readonly folders: FolderService;
  readonly documents: DocumentService;
  readonly images: ImageService;
  readonly zones: ZoneService;
}

export class NodeChangesService {
  constructor(private readonly parts: NodeChangesParts) {}

  /** @throws LoupeError NOT_FOUND, FORBIDDEN, BAD_USER_INPUT: also for the parent of a page or zone, which stays */
  async update(viewer: Viewer, id: string, patch: NodePatch, precondition?: Precondition): Promise<void> {
    const node = await this.parts.nodes.get(viewer, id);
    switch (node.type) {
      case 'Organization':
        await this.parts.organizations.update(viewer, node.id, patch, precondition);
        return;
      case 'Folder':
        await this.parts.folders.update(viewer, node.id, patch, precondition);
        return;
      case 'Document':
        await this.parts.documents.patch(viewer, node.id, patch, precondition);
        return;
      case 'Image':
        requireSameParent(node.parentId, patch.parentId);
        await this.parts.images.patch(viewer, node.id, { name: patch.name }, precondition);
        return;
      case 'Zone':
        requireSameParent(node.parentId, patch.parentId);
        await this.parts.zones.patch(viewer, node.id, { name: patch.name }, precondition);
    }
  }
}

function requireSameParent(parentId: string | null, wanted: string | undefined): void {
  if (wanted === undefined || wanted.toLowerCase() === parentId) return;
  throw badInput('parentId', 'pages and zones cannot be moved; move their document');
}
