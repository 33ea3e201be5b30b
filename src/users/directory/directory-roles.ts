/** Gives people the roles that the groups of their directory stand for: by the rules of single sign-on, as if a provider had sent the groups. */
import type { Role } from '../../access/permissions.js';
import type { OperationLog } from '../../audit/operation-log.js';
import type { EntityManager } from '../../db/database.js';
import { eachPart } from '../../db/in-parts.js';
import { marks, readRows } from '../../db/rows.js';
import type { Clock } from '../../kernel/clock.js';
import { Node } from '../../tree/node.entity.js';
import { keepingAnAdministrator } from '../last-administrator.js';
import { SignInProvider } from '../sign-in/sign-in.entity.js';
import { outcomeOf, type SignInRule } from '../sign-in/sign-in.rules.js';
import { followRules } from '../made-roles/roles-by-rules.js';
import { User, UserRole } from '../user.entity.js';
import { roleChange, userSubject } from '../user.rules.js';
import { claimedNames, type Directory, emergencyUsersOf, groupsOf } from './directory-place.js';

/** The claim in which providers name groups. */
export const GROUPS_CLAIM = 'groups';

interface DirectoryRolesParts {
  readonly operations: OperationLog;
  readonly clock: Clock;
}

export class DirectoryRoles {
  constructor(private readonly parts: DirectoryRolesParts) {}

  /**
   * Gives and takes roles, and moves people whom a rule sends to an organization below. Rules about other claims count at
   * log-ins alone: the roles that they give are left as they are. Without a provider that is switched on nothing changes.
   *
   * @throws LoupeError CONFLICT where an organization would lose its last administrator
   */
  async apply(em: EntityManager, directory: Directory, userIds: readonly string[]): Promise<void> {
    const rules = await rulesOf(em, directory.node);
    if (rules.length === 0) return;
    const emergency = await emergencyUsersOf(em, directory.node);
    const wanted = userIds.filter((id) => !emergency.has(id));
    await em.flush();
    await eachPart(wanted, async (part) => this.applyTo(em, directory, rules, part));
  }

  private async applyTo(
    em: EntityManager,
    directory: Directory,
    rules: readonly SignInRule[],
    userIds: readonly string[],
  ): Promise<void> {
    const { node } = directory;
    const ours = rules.filter(({ claim }) => claim === '' || claim === GROUPS_CLAIM);
    const others = new Set(rules.filter((rule) => !ours.includes(rule)).map(({ role }) => role));
    const moves = ours.some(({ organizationId }) => organizationId !== null);
    const groups = await groupsOf(em, node.id, userIds);
    const held = await rolesOf(em, userIds);
    for (const user of await em.find(User, { id: { $in: [...userIds] } })) {
      const claims = { [GROUPS_CLAIM]: claimedNames(groups.get(user.id) ?? []) };
      const outcome = outcomeOf(ours, claims, node.id);
      const has = held.get(user.id) ?? [];
      const elsewhere = rules.flatMap((rule) => (ours.includes(rule) ? [] : (rule.madeRoleId ?? [])));
      const made = { rules: ours, given: outcome.madeRoleIds ?? [], elsewhere };
      await this.change(em, directory, user, {
        given: outcome.roles.filter((role) => !has.includes(role)),
        taken: has.filter((role) => !outcome.roles.includes(role) && !others.has(role)),
        organizationId: moves ? outcome.organizationId : user.organizationId,
        made,
      });
    }
  }

  private async change(
    em: EntityManager,
    { viewer, node }: Directory,
    user: User,
    { given, taken, organizationId, made }: RoleChange,
  ): Promise<void> {
    const isMoved = organizationId !== user.organizationId;
    const { rules, given: madeGiven, elsewhere } = made;
    const madeChanges = await followRules(em, { id: user.id, organizationId }, rules, madeGiven, elsewhere);
    if (given.length + taken.length + madeChanges.length === 0 && !isMoved) return;
    const target = isMoved ? await em.findOne(Node, { id: organizationId, type: 'Organization' }) : null;
    const { path } = await em.findOneOrFail(Node, { id: user.organizationId });
    const place = { id: user.id, path, user };
    await keepingAnAdministrator(em, viewer, place, async () => {
      for (const role of given) em.create(UserRole, { userId: user.id, role });
      if (taken.length > 0) {
        await em.nativeDelete(UserRole, { userId: user.id, role: { $in: [...taken] } });
      }
      // A rule may name an organization that is gone by now.
      if (target?.path.startsWith(node.path) === true) user.organizationId = target.id;
    });
    user.dateModified = this.parts.clock.now();
    this.parts.operations.write(em, viewer, 'role:assign', {
      ...userSubject(user),
      changes: [...taken.map((role) => roleChange(user.id, role, null)), ...madeChanges],
    });
    await em.flush();
  }
}

interface RoleChange {
  readonly given: readonly Role[];
  readonly taken: readonly Role[];
  readonly organizationId: string;
  readonly made: {
    readonly rules: readonly SignInRule[];
    /** Ids of made roles, and of those that rules about other claims may give. */
    readonly given: readonly string[];
    readonly elsewhere: readonly string[];
  };
}

/** Those that count: a provider that is only tried changes nothing. */
async function rulesOf(em: EntityManager, { id }: Node): Promise<readonly SignInRule[]> {
  const mode = { $in: ['Active' as const, 'Only' as const] };
  const providers = await em.find(SignInProvider, { organizationId: id, mode }, { orderBy: { id: 'asc' } });
  return providers.flatMap(({ rules }) => rules);
}

async function rolesOf(
  em: EntityManager,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Role[]>> {
  const rows = await readRows<{ user_id: string; role: Role }>(
    em,
    `select user_id, role from user_role where user_id in (${marks(userIds)})`,
    userIds,
  );
  const held = new Map<string, Role[]>();
  for (const { user_id: userId, role } of rows) held.set(userId, [...(held.get(userId) ?? []), role]);
  return held;
}
