/** The rules of organizations and folders for drafts before they reach readers. */
import { isWithinReach } from '../../access/access.js';
import type { Viewer } from '../../access/viewer.js';
import type { OperationLog } from '../../audit/operation-log.js';
import type { Database, EntityManager } from '../../db/database.js';
import { LoupeError } from '../../kernel/errors.js';
import { Organization } from '../../organizations/organization.entity.js';
import type { GuardedNodes } from '../../tree/guarded-nodes.js';
import { Node } from '../../tree/node.entity.js';
import { needsApproval, publishersIn, ruledBy } from './approval-rule.js';
import { FolderRule } from './draft.entity.js';

export interface PublishingRule {
  readonly organizationId: string;
  /** Somebody who has not edited a draft has to approve it before it is published. */
  readonly needsApproval: boolean;
  /** The web addresses of its actions are asked every day, and the inbox names those that do not answer. */
  readonly watchesLinks: boolean;
}

export interface FolderPublishingRule {
  readonly folderId: string;
  /** Whether the folder itself demands an approval, for all that it holds. */
  readonly needsApproval: boolean;
  /** Whether what is above it demands one already. */
  readonly isInherited: boolean;
  /** The highest of those that the viewer may see; null for none. */
  readonly inheritedFrom: { readonly id: string; readonly name: string } | null;
}

export interface PublishingRuleChange {
  readonly needsApproval: boolean;
  /** Left as it is where it is not given. */
  readonly watchesLinks?: boolean | null | undefined;
}

export class PublishingRuleService {
  constructor(
    private readonly database: Database,
    private readonly guarded: GuardedNodes,
    private readonly operations: OperationLog,
  ) {}

  /** @throws LoupeError NOT_FOUND, FORBIDDEN */
  async get(viewer: Viewer, organizationId: string): Promise<PublishingRule> {
    const em = this.database.reader();
    const { id } = await this.guarded.requireOfType(em, viewer, 'node:read', organizationId, 'Organization');
    const organization = await em.findOneOrFail(Organization, { id });
    return toView(organization);
  }

  /** Of the organization and the folders that a document lies in. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async isForDocument(viewer: Viewer, documentId: string): Promise<boolean> {
    const em = this.database.reader();
    const place = await this.guarded.requireOfType(em, viewer, 'content:read', documentId, 'Document');
    return needsApproval(em, place);
  }

  /**
   * Holds for the documents of the organization, not for those of the organizations below it.
   *
   * @throws LoupeError NOT_FOUND, FORBIDDEN, CONFLICT where fewer than two users may publish
   */
  async update(
    viewer: Viewer,
    organizationId: string,
    { needsApproval: isNeeded, watchesLinks }: PublishingRuleChange,
  ): Promise<PublishingRule> {
    return this.database.transaction(async ({ em }) => {
      const node = await this.guarded.requireOfType(
        em,
        viewer,
        'organization:write',
        organizationId,
        'Organization',
      );
      const { id } = node;
      const organization = await em.findOneOrFail(Organization, { id });
      if (isNeeded && !organization.needsApproval) await requirePublishers(em, node.path);
      const wanted = { needsApproval: isNeeded, watchesLinks: watchesLinks ?? organization.watchesLinks };
      const changes = (['needsApproval', 'watchesLinks'] as const)
        .filter((field) => organization[field] !== wanted[field])
        .map((field) => ({
          ...{ kind: 'Organization', elementId: id, languageCode: null, field },
          ...{ before: String(organization[field]), after: String(wanted[field]) },
        }));
      Object.assign(organization, wanted);
      const subject = { id, organizationId: id, type: node.type, name: node.name, changes };
      this.operations.write(em, viewer, 'organization:publishingRule', subject);
      return toView(organization);
    });
  }

  /** @throws LoupeError NOT_FOUND, FORBIDDEN */
  async ofFolder(viewer: Viewer, folderId: string): Promise<FolderPublishingRule> {
    const em = this.database.reader();
    const node = await this.guarded.requireOfType(em, viewer, 'node:read', folderId, 'Folder');
    return folderView(em, viewer, node);
  }

  /**
   * Holds for the documents of the folder and of all folders in it.
   *
   * @throws LoupeError NOT_FOUND, FORBIDDEN, CONFLICT where fewer than two users may publish
   */
  async updateFolder(viewer: Viewer, folderId: string, isNeeded: boolean): Promise<FolderPublishingRule> {
    return this.database.transaction(async ({ em }) => {
      const node = await this.guarded.requireOfType(em, viewer, 'organization:write', folderId, 'Folder');
      const present = await em.findOne(FolderRule, { folderId: node.id });
      if ((present !== null) === isNeeded) return folderView(em, viewer, node);
      if (isNeeded) await requirePublishers(em, node.path);
      if (present === null) em.create(FolderRule, { folderId: node.id });
      else em.remove(present);
      const { id, organizationId, type, name, path } = node;
      const change = { kind: type, elementId: id, languageCode: null, field: 'needsApproval' };
      const changes = [{ ...change, before: String(!isNeeded), after: String(isNeeded) }];
      this.operations.write(em, viewer, 'folder:publishingRule', {
        ...{ id, organizationId, type, name, path, changes },
      });
      await em.flush();
      return folderView(em, viewer, node);
    });
  }
}

/** @throws LoupeError CONFLICT */
async function requirePublishers(em: EntityManager, path: string): Promise<void> {
  if ((await publishersIn(em, path)).length >= 2) return;
  throw new LoupeError(
    'CONFLICT',
    'Nobody could publish any more: fewer than two active users may. Give somebody else the right to publish first.',
  );
}

function toView({ id, needsApproval: isNeeded, watchesLinks }: Organization): PublishingRule {
  return { organizationId: id, needsApproval: isNeeded, watchesLinks };
}

async function folderView(
  em: EntityManager,
  viewer: Viewer,
  { id, organizationId, path }: Node,
): Promise<FolderPublishingRule> {
  const ruling = await ruledBy(em, { organizationId, path });
  const above = ruling.filter((each) => each !== id);
  const nodes = await em.find(Node, { id: { $in: above } }, { orderBy: { path: 'asc' } });
  const from = nodes.find((node) => isWithinReach(viewer, node)) ?? null;
  return {
    folderId: id,
    needsApproval: ruling.includes(id),
    isInherited: above.length > 0,
    inheritedFrom: from === null ? null : { id: from.id, name: from.name },
  };
}
