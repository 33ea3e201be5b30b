/** Roles that organizations make of operations of the access table, beside the fixed ones. */
import { requireRight } from '../../access/access.js';
import type { Role } from '../../access/permissions.js';
import type { Viewer } from '../../access/viewer.js';
import type { OperationLog } from '../../audit/operation-log.js';
import type { Database, EntityManager } from '../../db/database.js';
import { requireUnchanged } from '../../db/entities.js';
import type { Clock } from '../../kernel/clock.js';
import { badInput, LoupeError, notFound } from '../../kernel/errors.js';
import { isId, newId } from '../../kernel/ids.js';
import { laterThan, type Precondition, stateOf } from '../../kernel/precondition.js';
import { type GuardedNodes, shown } from '../../tree/guarded-nodes.js';
import { loadUser } from '../user-rows.js';
import { User } from '../user.entity.js';
import { roleChange, userSubject } from '../user.rules.js';
import { requireBase, requireFreeName, requireNoRule, requirePlaces } from './made-role-checks.js';
import { MadeRole, UserMadeRole } from './made-role.entity.js';
import {
  type GivenMadeRole,
  MOST_ROLES,
  requireHeld,
  type Right,
  rightsOf,
  validMadeRole,
} from './made-role.rules.js';

export interface MadeRoleView {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly operations: readonly string[];
  /** null for the whole organization. */
  readonly placeIds: readonly string[] | null;
  readonly dateModified: Date;
}

/** The fate of the holders of a role that is deleted. */
export interface HoldersFate {
  /** A made role that they get instead. */
  readonly replacementId?: string | null | undefined;
  /** Whether they may lose it without another one. */
  readonly takeAway?: boolean | null | undefined;
}

interface Parts {
  readonly database: Database;
  readonly clock: Clock;
  readonly guarded: GuardedNodes;
  readonly operations: OperationLog;
}

const MANAGE = 'role:assign';

export class MadeRoleService {
  constructor(private readonly parts: Parts) {}

  /** Of an organization, by name. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async list(viewer: Viewer, organizationId: string): Promise<readonly MadeRoleView[]> {
    const em = this.parts.database.reader();
    const { guarded } = this.parts;
    const { id } = await guarded.requireOfType(em, viewer, 'user:read', organizationId, 'Organization');
    const found = await em.find(MadeRole, { organizationId: id }, { orderBy: { name: 'asc', id: 'asc' } });
    return found.map(toMadeRoleView);
  }

  /**
   * Rights that somebody would have by some roles, and by one that is not made yet.
   *
   * @throws LoupeError NOT_FOUND, FORBIDDEN, BAD_USER_INPUT
   */
  async preview(
    viewer: Viewer,
    organizationId: string,
    wanted: {
      readonly roles: readonly Role[];
      readonly madeRoleIds: readonly string[];
      readonly planned: Omit<GivenMadeRole, 'name'> | null;
    },
  ): Promise<readonly Right[]> {
    const made = await this.list(viewer, organizationId);
    const ids = new Set(wanted.madeRoleIds.map((id) => id.toLowerCase()));
    const chosen = made.filter(({ id }) => ids.has(id));
    if (chosen.length < ids.size)
      throw badInput('madeRoleIds', 'must each be the id of a role of the organization');
    const planned = wanted.planned === null ? [] : [validMadeRole({ name: 'Planned', ...wanted.planned })];
    return rightsOf(wanted.roles, [...chosen, ...planned]);
  }

  /** @throws LoupeError NOT_FOUND, FORBIDDEN (also for what the viewer may not do), BAD_USER_INPUT, CONFLICT */
  async create(viewer: Viewer, organizationId: string, input: GivenMadeRole): Promise<MadeRoleView> {
    const { database, guarded, clock, operations } = this.parts;
    return database.transaction(async ({ em }) => {
      const node = await guarded.requireOfType(em, viewer, MANAGE, organizationId, 'Organization');
      const values = validMadeRole(input);
      requireHeld(viewer, values.operations, node);
      await requirePlaces(em, node.id, values.placeIds);
      await requireFreeName(em, node.id, values.name, null);
      if ((await em.count(MadeRole, { organizationId: node.id })) >= MOST_ROLES)
        throw badInput('organizationId', `has ${MOST_ROLES} roles already; delete one first`);
      const now = clock.now();
      const dates = { dateCreated: now, dateModified: now };
      const role = em.create(MadeRole, { id: newId(), organizationId: node.id, ...values, ...dates });
      operations.write(em, viewer, 'role:create', node);
      await em.flush();
      return toMadeRoleView(role);
    });
  }

  /** Changes hold at once for all holders. @throws LoupeError as `create`, CHANGED_MEANWHILE */
  async update(
    viewer: Viewer,
    id: string,
    patch: Partial<GivenMadeRole>,
    precondition?: Precondition,
  ): Promise<MadeRoleView> {
    const { database, clock, operations } = this.parts;
    return database.transaction(async ({ em }) => {
      const { role, node } = await this.held(em, viewer, id);
      await requireUnchanged(em, precondition, role, stateOf);
      const { name, operations: allowed, placeIds } = role;
      const values = validMadeRole({ name, operations: [...allowed], placeIds: placeIds?.slice(), ...patch });
      requireHeld(viewer, values.operations, node);
      if (patch.placeIds != null) await requirePlaces(em, node.id, values.placeIds);
      await requireFreeName(em, node.id, values.name, role.id);
      em.assign(role, { ...values, dateModified: laterThan(role.dateModified, clock.now()) });
      operations.write(em, viewer, 'role:write', node);
      await em.flush();
      await requireBase(em, await holdersOf(em, role));
      return toMadeRoleView(role);
    });
  }

  /**
   * Deletes a role.
   *
   * @throws LoupeError NOT_FOUND, FORBIDDEN, BAD_USER_INPUT, CONFLICT for a role that is held while nobody says what its holders get, that
   *   a rule of single sign-on gives, or without which somebody would have none
   */
  async delete(viewer: Viewer, id: string, { replacementId, takeAway }: HoldersFate): Promise<void> {
    await this.parts.database.transaction(async ({ em }) => {
      const { role, node } = await this.held(em, viewer, id);
      await requireNoRule(em, role);
      const holders = await holdersOf(em, role);
      if (replacementId != null) {
        const other = await this.held(em, viewer, replacementId, 'replacementId');
        if (other.role.id === role.id || other.node.id !== node.id)
          throw badInput('replacementId', 'must be the id of a role of the organization, and of another one');
        requireHeld(viewer, other.role.operations, node);
        const has = new Set(await holdersOf(em, other.role));
        for (const userId of holders)
          if (!has.has(userId)) em.create(UserMadeRole, { userId, roleId: other.role.id });
      } else if (holders.length > 0 && takeAway !== true) {
        throw new LoupeError(
          'CONFLICT',
          `“${role.name}” is held by ${holders.length === 1 ? '1 user' : `${holders.length} users`}. Say which role they get instead (replacementId), or that it is taken from them (takeAway).`,
        );
      }
      this.parts.operations.write(em, viewer, 'role:delete', node);
      em.remove(role);
      await em.flush();
      await requireBase(em, holders);
    });
  }

  /** @throws LoupeError NOT_FOUND, FORBIDDEN, BAD_USER_INPUT for a role of another organization */
  async assign(viewer: Viewer, userId: string, roleId: string): Promise<void> {
    await this.parts.database.transaction(async ({ em }) => {
      const { user, role, held } = await this.holding(em, viewer, userId, roleId);
      if (user.user.organizationId !== role.organizationId)
        throw badInput('roleId', 'must be the id of a role of the organization of the user');
      requireHeld(viewer, role.operations, user);
      if (held !== null) return;
      em.create(UserMadeRole, { userId: user.id, roleId: role.id });
      const changes = [roleChange(user.id, null, role.name)];
      this.parts.operations.write(em, viewer, 'role:assign', { ...userSubject(user.user), changes });
      await em.flush();
    });
  }

  /** One that is not held is no error. @throws LoupeError NOT_FOUND, FORBIDDEN, CONFLICT for the last role of a user */
  async revoke(viewer: Viewer, userId: string, roleId: string): Promise<void> {
    await this.parts.database.transaction(async ({ em }) => {
      const { user, role, held } = await this.holding(em, viewer, userId, roleId);
      if (held === null) return;
      em.remove(held);
      await em.flush();
      await requireBase(em, [user.id]);
      const changes = [roleChange(user.id, role.name, null)];
      this.parts.operations.write(em, viewer, 'role:revoke', { ...userSubject(user.user), changes });
      await em.flush();
    });
  }

  /** A user, a role, and whether the one has the other. @throws LoupeError NOT_FOUND, FORBIDDEN */
  private async holding(em: EntityManager, viewer: Viewer, userId: string, roleId: string) {
    const user = await loadUser(em, userId);
    requireRight(viewer, MANAGE, user, `User ${shown(userId)}`);
    const { role } = await this.held(em, viewer, roleId);
    const held = await em.findOne(UserMadeRole, { userId: user.id, roleId: role.id });
    return { user, role, held };
  }

  /** @throws LoupeError NOT_FOUND, FORBIDDEN */
  private async held(em: EntityManager, viewer: Viewer, id: string, field = 'id') {
    const what = `Role ${shown(id)}`;
    const role = isId(id) ? await em.findOne(MadeRole, { id: id.toLowerCase() }) : null;
    if (role === null && field !== 'id')
      throw badInput(field, 'must be the id of a role of the organization, and of another one');
    const node = await this.parts.guarded.requireFor(em, viewer, MANAGE, role?.organizationId ?? null, what);
    if (role === null) throw notFound(what);
    return { role, node };
  }
}

export function toMadeRoleView({
  id,
  organizationId,
  name,
  operations,
  placeIds,
  dateModified,
}: MadeRole): MadeRoleView {
  return { id, organizationId, name, operations, placeIds: placeIds ?? null, dateModified };
}

/** Users who went to another organization have left it behind. */
async function holdersOf(em: EntityManager, { id, organizationId }: MadeRole): Promise<readonly string[]> {
  const held = await em.find(UserMadeRole, { roleId: id });
  const users = await em.find(User, { id: { $in: held.map(({ userId }) => userId) }, organizationId });
  return users.map((user) => user.id);
}
