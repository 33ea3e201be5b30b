/** The contract of an organization and how much of it is used. */
import { allowed, requireIdentity } from '../access/access.js';
import type { Viewer } from '../access/viewer.js';
import { remainingCredit } from '../credits/credit-ledger.js';
import type { Database, EntityManager } from '../db/database.js';
import { forbidden } from '../kernel/errors.js';
import type { OrganizationLimits, OrganizationUses } from '../credits/limits/organization-limits.js';
import { Organization } from '../organizations/organization.entity.js';
import type { Node } from '../tree/node.entity.js';
import { loadOrganizationNode } from './user-rows.js';
import type { AccountView } from './views.js';

export class AccountService {
  constructor(
    private readonly database: Database,
    private readonly limits: Pick<OrganizationLimits, 'usesOf'>,
  ) {}

  /**
   * A refusal is FORBIDDEN whether the role is too low, the organization is another tenant's or it does not exist:
   * the specification promises 403 here, and all three must look alike.
   *
   * @throws LoupeError UNAUTHENTICATED or FORBIDDEN
   */
  async get(viewer: Viewer, organizationId: string): Promise<AccountView> {
    const em = this.database.reader();
    const node = await requireAccount(em, viewer, organizationId);
    const organization = await em.findOneOrFail(Organization, { id: node.id });
    const { validityDate, activationCumul, accountType } = organization;
    return {
      organizationId: node.id,
      validityDate: validityDate ?? null,
      activePages: await countActivePages(this.database, node.id),
      activationCumul,
      accountType,
      remainingCredit: remainingCredit(organization),
    };
  }

  /** The uses of what the operator allows. @throws LoupeError as `get` */
  async uses(viewer: Viewer, organizationId: string): Promise<OrganizationUses> {
    const em = this.database.reader();
    const { id } = await requireAccount(em, viewer, organizationId);
    return this.limits.usesOf(em, id);
  }
}

/** @throws LoupeError UNAUTHENTICATED or FORBIDDEN */
async function requireAccount(em: EntityManager, viewer: Viewer, organizationId: string): Promise<Node> {
  requireIdentity(viewer);
  const node = await loadOrganizationNode(em, organizationId);
  if (node !== null && allowed(viewer, 'account:read', [node]).size > 0) return node;
  throw forbidden("see this organization's account");
}

/** Pages of active documents that are targets themselves or through a zone. Goes through all pages, off the event loop. */
async function countActivePages(database: Database, organizationId: string): Promise<number> {
  const [row] = await database.readInThread<{ readonly count: number | string }>(
    `select count(*) as "count"
       from image
       join node page on page.id = image.id
      where page.organization_id = ? and image.is_counted_active`,
    [organizationId],
  );
  return Number(row?.count ?? 0);
}
