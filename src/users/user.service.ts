/**
 * Users of an organization. A user name is unique across the platform, because a login names no organization.
 * Somebody who creates an account with an ApiKey alone gets a pending Viewer: the key is known to everybody who has the
 * application, so an administrator must let them in. Every user has 1 to 3 roles from the start.
 */
import type { UsageLimits } from '../access/usage-limits.js';
import { requireRight, isWithinReach, type Place } from '../access/access.js';
import { requireForeignHash } from '../access/foreign-hashes.js';
import type { PasswordHasher } from '../access/passwords.js';
import type { Role } from '../access/permissions.js';
import type { Viewer } from '../access/viewer.js';
import type { Clock } from '../kernel/clock.js';
import type { Database, EntityManager } from '../db/database.js';
import { requireUnchanged } from '../db/entities.js';
import { laterThan, type Precondition, stateOf } from '../kernel/precondition.js';
import { LoupeError, notFound } from '../kernel/errors.js';
import { newId } from '../kernel/ids.js';
import type { OperationLog } from '../audit/operation-log.js';
import { Organization } from '../organizations/organization.entity.js';
import { revokeTokens } from './sessions/token-issuer.js';
import { keepingAnAdministrator } from './last-administrator.js';
import { giveMadeRoles, requireBase } from './made-roles/made-role-checks.js';
import type { PasswordRecovery } from './passwords/password-recovery.js';
import { loadOrganizationNode, loadUser, type UserPlace, readUsers } from './user-rows.js';
import * as rules from './user.rules.js';
import { UserRole, User } from './user.entity.js';
import type { StoredHashKinds } from './passwords/stored-hash-kinds.js';
import type { UserView } from './views.js';

interface UserServiceParts {
  readonly database: Database;
  readonly operations: OperationLog;
  readonly clock: Clock;
  readonly recovery: PasswordRecovery;
  readonly usage: UsageLimits;
  readonly hasher: PasswordHasher;
  readonly kinds: StoredHashKinds;
}

export class UserService {
  constructor(private readonly parts: UserServiceParts) {}

  /** @throws LoupeError BAD_USER_INPUT, UNAUTHENTICATED, NOT_FOUND (organization), FORBIDDEN, CONFLICT, RATE_LIMITED */
  async create(viewer: Viewer, input: rules.NewUser): Promise<UserView> {
    return this.make(viewer, input, null);
  }

  /**
   * As `create`, for users who come from another system with the hashes of their passwords: bcrypt, PBKDF2 or Argon2. Who logs
   * in gets a hash of this server. For operators alone.
   *
   * @throws LoupeError as `create`
   */
  async takeOver(
    viewer: Viewer,
    { passwordHash, ...input }: rules.NewUser & { readonly passwordHash: string },
  ): Promise<UserView> {
    if (viewer.kind !== 'operator') throw new LoupeError('FORBIDDEN', 'Only operators take users over.');
    const user = await this.make(viewer, input, requireForeignHash(passwordHash));
    this.parts.kinds.forget();
    return user;
  }

  private async make(viewer: Viewer, input: rules.NewUser, givenHash: string | null): Promise<UserView> {
    const { organizationId, password, status, roles, madeRoleIds, ...fields } = rules.validNewUser(input);
    const em = this.parts.database.reader();
    const { id: placeId } = await this.requireCreation(em, viewer, organizationId);
    if (viewer.kind === 'apiKey') await this.parts.usage.signUp(placeId);
    // Hashed before the transaction, which should not last as long as this takes.
    const passwordHash = password == null ? givenHash : await this.parts.hasher.hash(password);
    return this.parts.database.transaction(async ({ em, afterCommit }) => {
      const node = await this.requireCreation(em, viewer, organizationId);
      await requireFreeName(em, fields.userName, null);
      const now = this.parts.clock.now();
      const user = em.create(User, {
        ...fields,
        id: newId(),
        organizationId: node.id,
        userNameKey: rules.foldName(fields.userName),
        mailKey: rules.foldName(fields.mail),
        passwordHash,
        status: viewer.kind === 'apiKey' ? 'Pending' : (status ?? 'Active'),
        dateCreated: now,
        dateModified: now,
      });
      await em.flush();
      const given = rolesFor(viewer, node, roles, madeRoleIds);
      for (const role of given.fixed) em.create(UserRole, { userId: user.id, role });
      await giveMadeRoles(em, viewer, { userId: user.id, organization: node }, given.made);
      this.parts.operations.write(em, viewer, 'user:create', rules.userSubject(user));
      await em.flush();
      await requireBase(em, [user.id]);
      if (passwordHash === null && user.status === 'Active') {
        afterCommit(() => this.parts.recovery.invite(user.id));
      }
      return rules.toUserView(user);
    });
  }

  /** Users may see themselves. @throws LoupeError UNAUTHENTICATED, NOT_FOUND or FORBIDDEN */
  async get(viewer: Viewer, id: string): Promise<UserView> {
    const place = await loadUser(this.parts.database.reader(), id);
    if (place !== null && isSelf(viewer, place)) return rules.toUserView(place.user);
    requireRight(viewer, 'user:read', place, `User ${id}`);
    return rules.toUserView(place.user);
  }

  /** Users of one organization, by name. */
  async list(
    viewer: Viewer,
    { organizationId }: { readonly organizationId: string },
  ): Promise<readonly UserView[]> {
    const em = this.parts.database.reader();
    const node = await loadOrganizationNode(em, organizationId);
    requireRight(viewer, 'user:read', node, `Organization ${organizationId}`);
    return readUsers(this.parts.database, node.id);
  }

  /** Replaces every field but the password; status and organization stay where they are not given. */
  async replace(
    viewer: Viewer,
    id: string,
    input: rules.ReplacedUser,
    precondition?: Precondition,
  ): Promise<UserView> {
    const { organizationId, status, ...fields } = rules.validReplacedUser(input);
    const work = async (em: EntityManager, user: User) => {
      await this.setFields(em, viewer, user, fields, organizationId);
      if (status != null) await setStatus(em, user, status, this.parts.clock.now());
    };
    return this.change(viewer, id, work, { precondition });
  }

  /**
   * Changes what is given. A new password ends the user's logins, and so does a status other than Active. Users may
   * set their own password.
   *
   * @throws LoupeError as `replace`
   */
  async patch(
    viewer: Viewer,
    id: string,
    input: rules.PatchedUser,
    precondition?: Precondition,
  ): Promise<UserView> {
    const { status, password, organizationId, ...fields } = rules.validPatchedUser(input);
    const place = await loadUser(this.parts.database.reader(), id);
    const isOwnPassword = place !== null && mayChangeSelf(viewer, place) && isAlone('password', input);
    if (!isOwnPassword) requireRight(viewer, 'user:write', place, `User ${id}`);
    const passwordHash = password === undefined ? undefined : await this.parts.hasher.hash(password);
    return this.change(
      viewer,
      id,
      async (em, user) => {
        if (!isOwnPassword)
          await this.setFields(em, viewer, user, rules.patched(user, fields), organizationId);
        if (status !== undefined) await setStatus(em, user, status, this.parts.clock.now());
        if (passwordHash === undefined) return;
        user.passwordHash = passwordHash;
        await revokeTokens(em, user.id, this.parts.clock.now());
      },
      { isAllowed: isOwnPassword, precondition },
    );
  }

  /** Removes the user, its roles and its logins. @throws LoupeError CONFLICT for the last administrator */
  async delete(viewer: Viewer, id: string, precondition?: Precondition): Promise<void> {
    await this.parts.database.transaction(async ({ em }) => {
      const place = await loadUser(em, id);
      requireRight(viewer, 'user:write', place, `User ${id}`);
      await requireUnchanged(em, precondition, place.user, stateOf);
      this.parts.operations.write(em, viewer, 'user:delete', rules.userSubject(place.user));
      await keepingAnAdministrator(em, viewer, place, async () => em.nativeDelete(User, { id: place.id }));
    });
  }

  /** Writes a mail with a code to the users of that address; see PasswordRecovery. */
  async recoverPassword(viewer: Viewer | null, mail: string): Promise<void> {
    await this.parts.recovery.recover(viewer, mail);
  }

  /** Sets a new password by the code of a mail; see PasswordRecovery. @returns the id of the user */
  async resetPassword(token: string, newPassword: string): Promise<string> {
    return this.parts.recovery.reset(token, newPassword);
  }

  private async setFields(
    em: EntityManager,
    viewer: Viewer,
    user: User,
    fields: ReturnType<typeof rules.patched>,
    organizationId: string | null | undefined,
  ): Promise<void> {
    if (organizationId != null && organizationId !== user.organizationId) {
      const node = await loadOrganizationNode(em, organizationId);
      requireRight(viewer, 'user:write', node, `Organization ${organizationId}`);
      user.organizationId = node.id;
    }
    await requireFreeName(em, fields.userName, user.id);
    Object.assign(user, fields, {
      userNameKey: rules.foldName(fields.userName),
      mailKey: rules.foldName(fields.mail),
    });
  }

  private async change(
    viewer: Viewer,
    id: string,
    work: (em: EntityManager, user: User) => Promise<void>,
    { isAllowed = false, precondition }: { isAllowed?: boolean; precondition?: Precondition | undefined },
  ): Promise<UserView> {
    return this.parts.database.transaction(async ({ em }) => {
      const place = await loadUser(em, id);
      if (!isAllowed || place === null) requireRight(viewer, 'user:write', place, `User ${id}`);
      await requireUnchanged(em, precondition, place.user, stateOf);
      const { organizationId } = place.user;
      await keepingAnAdministrator(em, viewer, { ...place }, async () => work(em, place.user));
      place.user.dateModified = laterThan(place.user.dateModified, this.parts.clock.now());
      this.parts.operations.write(em, viewer, 'user:write', rules.userSubject(place.user));
      await em.flush();
      // Made roles stay behind.
      if (place.user.organizationId !== organizationId) await requireBase(em, [place.id]);
      return rules.toUserView(place.user);
    });
  }

  private async requireCreation(em: EntityManager, viewer: Viewer, organizationId: string) {
    const node = await loadOrganizationNode(em, organizationId);
    const what = `Organization ${organizationId}`;
    if (viewer.kind !== 'apiKey') {
      requireRight(viewer, 'user:write', node, what);
      return node;
    }
    if (node === null || !node.path.startsWith(viewer.organizationPath)) throw notFound(what);
    const organization = await em.findOneOrFail(Organization, { id: viewer.organizationId });
    if (!organization.webApiAuthorized) {
      throw new LoupeError('FORBIDDEN', 'This organization may not create users through the API.');
    }
    return node;
  }
}

function isAlone(name: keyof rules.PatchedUser, input: rules.PatchedUser): boolean {
  return Object.entries(input).every(([each, value]) => each === name || value === undefined);
}

/** The roles of a new user. @throws LoupeError FORBIDDEN for roles that the viewer may not give */
function rolesFor(
  viewer: Viewer,
  node: Place,
  fixed: readonly Role[] | null | undefined,
  made: readonly string[] | null | undefined,
): { readonly fixed: readonly Role[]; readonly made: readonly string[] } {
  if (viewer.kind === 'apiKey' || (fixed == null && made == null)) return { fixed: ['Viewer'], made: [] };
  requireRight(viewer, 'role:assign', node, 'The organization');
  return { fixed: fixed ?? (made?.length === 0 ? ['Viewer'] : []), made: made ?? [] };
}

function isSelf(viewer: Viewer, place: UserPlace): boolean {
  return viewer.kind === 'user' && viewer.userId === place.id && isWithinReach(viewer, place);
}

function mayChangeSelf(viewer: Viewer, place: UserPlace): boolean {
  return isSelf(viewer, place) && viewer.kind === 'user' && viewer.isWebApiAuthorized;
}

async function setStatus(em: EntityManager, user: User, status: User['status'], now: Date): Promise<void> {
  user.status = status;
  if (status !== 'Active') await revokeTokens(em, user.id, now);
}

async function requireFreeName(em: EntityManager, userName: string, ownId: string | null): Promise<void> {
  const holder = await em.findOne(User, { userNameKey: rules.foldName(userName) });
  if (holder !== null && holder.id !== ownId) {
    throw new LoupeError('CONFLICT', `The user name "${userName}" is taken. Choose another one.`);
  }
}
