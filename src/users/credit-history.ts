/** The movements of an organization's page credits. */
import { requireRight, isWithinReach } from '../access/access.js';
import type { Viewer } from '../access/viewer.js';
import { CreditTransfer } from '../credits/credit-movements.entity.js';
import type { Database } from '../db/database.js';
import { type Keyset, keysetQuery } from '../db/keyset.js';
import { Node } from '../tree/node.entity.js';
import { User } from './user.entity.js';
import { loadOrganizationNode } from './user-rows.js';

export interface CreditMovement {
  readonly id: string;
  readonly date: Date;
  /** Pages: more than 0 came in, less than 0 went out. */
  readonly amount: number;
  /** The other organization, where the viewer may see it. */
  readonly otherName: string | null;
  readonly userName: string | null;
}

export class CreditHistory {
  constructor(private readonly database: Database) {}

  /** Newest first. @throws LoupeError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN */
  async page(viewer: Viewer, organizationId: string, keyset: Keyset): Promise<readonly CreditMovement[]> {
    const em = this.database.reader();
    const own = await this.require(viewer, organizationId);
    const { where, orderBy, limit } = keysetQuery<CreditTransfer>(
      [{ property: 'id', direction: 'desc' }],
      keyset,
    );
    const found = await em.find(CreditTransfer, { $and: [movementsOf(own), where] }, { orderBy, limit });
    const others = found.map(({ sourceOrganizationId: source, targetOrganizationId: target }) =>
      target === own ? source : target,
    );
    const ids = [...new Set(others)].filter((id): id is string => id != null);
    const nodes = new Map((await em.find(Node, { id: { $in: ids } })).map((node) => [node.id, node]));
    const userIds = found.flatMap(({ userId }) => userId ?? []);
    const users = new Map((await em.find(User, { id: { $in: userIds } })).map((user) => [user.id, user]));
    return found.map((row, at) => {
      const other = nodes.get(others[at] ?? '');
      return {
        id: row.id,
        date: row.dateCreated,
        amount: row.targetOrganizationId === own ? row.amount : -row.amount,
        otherName: other !== undefined && isWithinReach(viewer, other) ? other.name : null,
        userName: users.get(row.userId ?? '')?.userName ?? null,
      };
    });
  }

  /** How many there are. @throws LoupeError as `page` */
  async count(viewer: Viewer, organizationId: string): Promise<number> {
    const own = await this.require(viewer, organizationId);
    return this.database.reader().count(CreditTransfer, movementsOf(own));
  }

  private async require(viewer: Viewer, organizationId: string): Promise<string> {
    const node = await loadOrganizationNode(this.database.reader(), organizationId);
    requireRight(viewer, 'account:read', node, 'The organization');
    return node.id;
  }
}

function movementsOf(organizationId: string) {
  return {
    $or: [{ sourceOrganizationId: organizationId }, { targetOrganizationId: organizationId }],
  };
}
