/** Links for people without an account are as good as the user who made them: they end when that user may not log in any more. */
import { User } from '../../users/user.entity.js';
import type { EntityManager } from '../../db/database.js';

interface Made {
  /** Null where no user made it. */
  readonly userId?: string | null;
}

/** Those of some links whose makers may still log in. */
export async function ofActiveMakers<Link extends Made>(
  em: EntityManager,
  links: readonly Link[],
): Promise<readonly Link[]> {
  const ids = links.flatMap(({ userId }) => userId ?? []);
  if (ids.length === 0) return links;
  const active = await em.find(User, { id: { $in: ids }, status: 'Active' }, { fields: ['id'] });
  const good = new Set(active.map(({ id }) => id));
  return links.filter(({ userId }) => userId == null || good.has(userId));
}
