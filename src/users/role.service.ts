/** The fixed roles, and who holds them. */
import { requireRight, requireIdentity } from '../access/access.js';
import { type Role, roles } from '../access/permissions.js';
import type { Viewer } from '../access/viewer.js';
import type { OperationLog } from '../audit/operation-log.js';
import type { Database, EntityManager } from '../db/database.js';
import { LoupeError } from '../kernel/errors.js';
import { keepingAnAdministrator } from './last-administrator.js';
import { requireBase } from './made-roles/made-role-checks.js';
import { loadUser } from './user-rows.js';
import { roleChange, userSubject } from './user.rules.js';
import { UserRole } from './user.entity.js';

export class RoleService {
  constructor(
    private readonly database: Database,
    private readonly operations: OperationLog,
  ) {}

  /** Every role there is. */
  list(viewer: Viewer): readonly Role[] {
    requireIdentity(viewer);
    return roles;
  }

  /** The roles of a user; users may see their own. */
  async rolesOf(viewer: Viewer, userId: string): Promise<readonly Role[]> {
    const em = this.database.reader();
    const isSelf = viewer.kind === 'user' && viewer.userId === userId;
    const place = await loadUser(em, userId);
    if (!isSelf || place === null) requireRight(viewer, 'user:read', place, `User ${userId}`);
    return heldRoles(em, userId);
  }

  /**
   * Gives a role to a user; one that is held already stays.
   *
   * @param role name of a role, in any case
   * @throws LoupeError NOT_FOUND (user or role), FORBIDDEN
   */
  async assign(viewer: Viewer, userId: string, role: string): Promise<void> {
    await this.database.transaction(async ({ em }) => {
      const place = await loadUser(em, userId);
      requireRight(viewer, 'role:assign', place, `User ${userId}`);
      const known = requireRole(role);
      if ((await em.count(UserRole, { userId, role: known })) > 0) return;
      em.create(UserRole, { userId, role: known });
      this.operations.write(em, viewer, 'role:assign', userSubject(place.user));
    });
  }

  /**
   * Takes a role from a user; one that is not held is no error.
   *
   * @throws LoupeError NOT_FOUND, FORBIDDEN, CONFLICT for the last administrator of an organization and for the last
   *   role of a user
   */
  async revoke(viewer: Viewer, userId: string, role: string): Promise<void> {
    await this.database.transaction(async ({ em }) => {
      const place = await loadUser(em, userId);
      requireRight(viewer, 'role:assign', place, `User ${userId}`);
      const known = requireRole(role);
      const removed = await keepingAnAdministrator(em, viewer, place, async () =>
        em.nativeDelete(UserRole, { userId, role: known }),
      );
      if (removed === 0) return;
      await requireBase(em, [place.id]);
      this.operations.write(em, viewer, 'role:revoke', {
        ...userSubject(place.user),
        changes: [roleChange(userId, known, null)],
      });
    });
  }
}

/** The role of that name, without regard to case. @throws LoupeError NOT_FOUND */
export function requireRole(name: string): Role {
  const role = roles.find((known) => known.toLowerCase() === name.toLowerCase());
  if (role === undefined) {
    throw new LoupeError('NOT_FOUND', `There is no role "${name}". Choose one of ${roles.join(', ')}.`);
  }
  return role;
}

async function heldRoles(em: EntityManager, userId: string): Promise<readonly Role[]> {
  const held = await em.find(UserRole, { userId });
  return roles.filter((role) => held.some((row) => row.role === role));
}
