/** The rule of an organization for drafts before they reach its readers. */
import type { Viewer } from '../../access/viewer.js';
import type { OperationLog } from '../../audit/operation-log.js';
import type { Database } from '../../db/database.js';
import { LoupeError } from '../../kernel/errors.js';
import { Organization } from '../../organizations/organization.entity.js';
import type { GuardedNodes } from '../../tree/guarded-nodes.js';
import { needsApproval, publishersIn } from './approval-rule.js';

export interface PublishingRule {
  readonly organizationId: string;
  /** Somebody who has not edited a draft has to approve it before it is published. */
  readonly needsApproval: boolean;
  /** The web addresses of its actions are asked every day, and the inbox names those that do not answer. */
  readonly watchesLinks: boolean;
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

  /** Of the organization that a document belongs to. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async isForDocument(viewer: Viewer, documentId: string): Promise<boolean> {
    const em = this.database.reader();
    const place = await this.guarded.requireOfType(em, viewer, 'content:read', documentId, 'Document');
    return needsApproval(em, place.organizationId);
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
      if (isNeeded && !organization.needsApproval && (await publishersIn(em, node.path)).length < 2)
        throw new LoupeError(
          'CONFLICT',
          'Nobody could publish any more: fewer than two active users may. Give somebody else the right to publish first.',
        );
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
}

function toView({ id, needsApproval: isNeeded, watchesLinks }: Organization): PublishingRule {
  return { organizationId: id, needsApproval: isNeeded, watchesLinks };
}
