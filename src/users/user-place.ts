/** Where users stand in the tree: in their organization, so that rights over it are rights over them. */
import type { Place } from '../access/access.js';
import type { EntityManager } from '../db/database.js';
import { Node } from '../tree/node.entity.js';
import { isId } from '../kernel/ids.js';
import { User } from './user.entity.js';

export interface UserPlace extends Place {
  readonly user: User;
}

/** The user with the path of its organization; null when it is unknown or the id is no id. */
export async function loadUser(em: EntityManager, userId: string): Promise<UserPlace | null> {
  const user = isId(userId) ? await em.findOne(User, { id: userId.toLowerCase() }) : null;
  if (user === null) return null;
  const { path } = await em.findOneOrFail(Node, { id: user.organizationId });
  return { id: user.id, path, user };
}

/** The organization's node; null when it is unknown or the id is no organization's. */
export async function loadOrganizationNode(em: EntityManager, id: string): Promise<Node | null> {
  return isId(id) ? em.findOne(Node, { id: id.toLowerCase(), type: 'Organization' }) : null;
}
