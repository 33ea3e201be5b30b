/** Made roles of many users, and holders of many roles, at once: lists ask for them. Answers are in the order of the ids. */
import type { Viewer } from '../../access/viewer.js';
import type { Database } from '../../db/database.js';
import { marks, readRows } from '../../db/rows.js';
import { LoupeError } from '../../kernel/errors.js';
import type { Each, UserBatches } from '../user-batches.js';
import { MadeRole, UserMadeRole } from './made-role.entity.js';
import { type Right, rightsOf } from './made-role.rules.js';
import { type MadeRoleView, toMadeRoleView } from './made-role.service.js';

/** Of those who have a role, the names that a list shows. */
const MOST_SHOWN = 20;

interface Parts {
  readonly database: Database;
  readonly users: UserBatches;
}

export class MadeRoleBatches {
  constructor(private readonly parts: Parts) {}

  /** The made roles of each user that count, by name; users may see their own. */
  async ofUsers(viewer: Viewer, userIds: readonly string[]): Promise<Each<readonly MadeRoleView[]>> {
    const users = await this.parts.users.users(viewer, userIds);
    const seen = users.flatMap((user) => (user instanceof LoupeError ? [] : [user.id]));
    const em = this.parts.database.reader();
    const held = await em.find(UserMadeRole, { userId: { $in: seen } });
    const ids = [...new Set(held.map(({ roleId }) => roleId))];
    const roles = await em.find(MadeRole, { id: { $in: ids } }, { orderBy: { name: 'asc', id: 'asc' } });
    return users.map((user) => {
      if (user instanceof LoupeError) return user;
      const own = new Set(held.filter(({ userId }) => userId === user.id).map(({ roleId }) => roleId));
      const counting = roles.filter(
        (role) => own.has(role.id) && role.organizationId === user.organizationId,
      );
      return counting.map(toMadeRoleView);
    });
  }

  /** The rights of each user by all roles. */
  async rightsOf(viewer: Viewer, userIds: readonly string[]): Promise<Each<readonly Right[]>> {
    const made = await this.ofUsers(viewer, userIds);
    const fixed = await this.parts.users.rolesOf(viewer, userIds);
    return made.map((roles, at) => {
      const own = fixed[at] ?? [];
      if (roles instanceof LoupeError) return roles;
      return own instanceof LoupeError ? own : rightsOf(own, roles);
    });
  }

  /** Numbers of the holders of roles: users who went to another organization have left them behind. */
  async holderCounts(roleIds: readonly string[]): Promise<readonly number[]> {
    const rows = await readRows<{ readonly id: string; readonly count: number | string }>(
      this.parts.database.reader(),
      `select h.role_id as id, count(*) as count from user_made_role h
        join made_role m on m.id = h.role_id join user_account u on u.id = h.user_id
        where h.role_id in (${marks(roleIds)}) and u.organization_id = m.organization_id group by h.role_id`,
      roleIds,
    );
    const counts = new Map(rows.map(({ id, count }) => [id, Number(count)]));
    return roleIds.map((id) => counts.get(id) ?? 0);
  }

  /** Ids of the first holders of each role, by user name. */
  async holders(roleIds: readonly string[]): Promise<readonly (readonly string[])[]> {
    const rows = await readRows<{ readonly role: string; readonly id: string }>(
      this.parts.database.reader(),
      `select o.role, o.id from (
         select h.role_id as role, u.id as id, row_number() over (partition by h.role_id order by u.user_name_key) as place
         from user_made_role h join user_account u on u.id = h.user_id join made_role m on m.id = h.role_id
         where h.role_id in (${marks(roleIds)}) and u.organization_id = m.organization_id) o
        where o.place <= ${MOST_SHOWN} order by o.role, o.place`,
      roleIds,
    );
    return roleIds.map((roleId) => rows.filter(({ role }) => role === roleId).map(({ id }) => id));
  }
}
