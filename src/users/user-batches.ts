/**
 * Users, many at once. Administrators of the organization or of one above it see them, and everybody sees themselves.
 * Answers are in the order of the ids and hold, for what may not be had, the reason why.
 */
import { raw } from '@mikro-orm/core';
import { requireRight, isWithinReach } from '../access/access.js';
import type { Role } from '../access/permissions.js';
import type { Viewer } from '../access/viewer.js';
import type { Database, EntityManager } from '../db/database.js';
import { type Keyset, keysetQuery, type KeysetOrder, type KeysetValue } from '../db/keyset.js';
import { marks, readRows } from '../db/rows.js';
import { LoupeError } from '../kernel/errors.js';
import { isId } from '../kernel/ids.js';
import { foldText } from '../kernel/text-fold.js';
import { Node } from '../tree/node.entity.js';
import { loadOrganizationNode } from './user-rows.js';
import { UserRole, User, type UserStatus } from './user.entity.js';
import { foldName, toUserView } from './user.rules.js';
import type { UserView } from './views.js';

export type Each<T> = readonly (T | LoupeError)[];

export interface UsersFilter {
  readonly organizationId: string;
  readonly status?: UserStatus | null | undefined;
  /** Part of a user name, mail address, first or last name. */
  readonly nameContains?: string | null | undefined;
}

export interface OtherLogIns {
  /** An authenticator or a passkey. */
  readonly hasSecondFactor: boolean;
  /** Known to a provider of single sign-on, or kept by a directory. */
  readonly usesSingleSignOn: boolean;
}

/** By user name without regard to case, which is unique. */
const byName: KeysetOrder<User> = [
  { property: 'userNameKey', direction: 'asc' },
  { property: 'id', direction: 'asc' },
];

/** The order of a page of users. */
export function userKeysetValues({ userName, id }: UserView): readonly KeysetValue[] {
  return [foldName(userName), id];
}

export class UserBatches {
  constructor(private readonly database: Database) {}

  async users(viewer: Viewer, ids: readonly string[]): Promise<Each<UserView>> {
    const em = this.database.reader();
    const known = [...new Set(ids.filter(isId).map((id) => id.toLowerCase()))];
    const users = new Map((await em.find(User, { id: { $in: known } })).map((user) => [user.id, user]));
    const pathOf = await organizationPaths(em, [...users.values()]);
    return ids.map((id) => {
      const user = users.get(id.toLowerCase());
      const path = user === undefined ? undefined : pathOf.get(user.organizationId);
      if (user === undefined || path === undefined) return refusal(viewer, null, id) ?? gone(id);
      const place = { id: user.id, path };
      const isSelf = viewer.kind === 'user' && viewer.userId === user.id && isWithinReach(viewer, place);
      return (isSelf ? null : refusal(viewer, place, id)) ?? toUserView(user);
    });
  }

  /** The roles of each user; of users that `users` has shown. */
  async rolesOf(viewer: Viewer, userIds: readonly string[]): Promise<Each<readonly Role[]>> {
    const users = await this.users(viewer, userIds);
    const ids = users.flatMap((user) => (user instanceof LoupeError ? [] : [user.id]));
    const em = this.database.reader();
    const held = await em.find(UserRole, { userId: { $in: ids } }, { orderBy: { role: 'asc' } });
    return users.map((user) =>
      user instanceof LoupeError
        ? user
        : held.filter(({ userId }) => userId === user.id).map(({ role }) => role),
    );
  }

  /** How each user logs in besides by a password; of users that `users` has shown. */
  async logInsOf(viewer: Viewer, userIds: readonly string[]): Promise<Each<OtherLogIns>> {
    const users = await this.users(viewer, userIds);
    const ids = users.flatMap((user) => (user instanceof LoupeError ? [] : [user.id]));
    const em = this.database.reader();
    const among = async (tables: readonly string[]) => {
      if (ids.length === 0) return new Set<string>();
      const selects = tables.map((table) => `select user_id from ${table} where user_id in (${marks(ids)})`);
      const values = tables.flatMap(() => ids);
      const rows = await readRows<{ readonly user_id: string }>(em, selects.join(' union '), values);
      return new Set(rows.map(({ user_id: userId }) => userId));
    };
    const secured = await among(['authenticator', 'passkey']);
    const signedOn = await among(['external_identity', 'directory_user']);
    return users.map((user) =>
      user instanceof LoupeError
        ? user
        : { hasSecondFactor: secured.has(user.id), usesSingleSignOn: signedOn.has(user.id) },
    );
  }

  /** @throws LoupeError UNAUTHENTICATED, NOT_FOUND (organization), FORBIDDEN */
  async page(viewer: Viewer, filter: UsersFilter, keyset: Keyset): Promise<readonly UserView[]> {
    const em = this.database.reader();
    const where = await this.condition(em, viewer, filter);
    const page = keysetQuery(byName, keyset);
    const { orderBy, limit } = page;
    return (await em.find(User, { $and: [where, page.where] }, { orderBy, limit })).map(toUserView);
  }

  /** @throws LoupeError as `page` */
  async count(viewer: Viewer, filter: UsersFilter): Promise<number> {
    const em = this.database.reader();
    return em.count(User, await this.condition(em, viewer, filter));
  }

  private async condition(em: EntityManager, viewer: Viewer, filter: UsersFilter) {
    const { organizationId, status, nameContains } = filter;
    const node = await loadOrganizationNode(em, organizationId);
    requireRight(viewer, 'user:read', node, `Organization ${organizationId}`);
    return {
      organizationId: node.id,
      ...(status == null ? {} : { status }),
      ...(nameContains == null ? {} : hasInNames(nameContains)),
    };
  }
}

function hasInNames(text: string) {
  const pattern = `%${foldText(text).replace(/[!%_]/g, '!$&')}%`;
  return { [raw("(search_folded like ? escape '!')", [pattern])]: true };
}

async function organizationPaths(
  em: EntityManager,
  users: readonly User[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(users.map(({ organizationId }) => organizationId))];
  const nodes = ids.length === 0 ? [] : await em.find(Node, { id: { $in: ids } });
  return new Map(nodes.map(({ id, path }) => [id, path]));
}

function refusal(viewer: Viewer, place: { id: string; path: string } | null, id: string): LoupeError | null {
  try {
    requireRight(viewer, 'user:read', place, `User ${id}`);
    return null;
  } catch (error) {
    if (error instanceof LoupeError) return error;
    throw error;
  }
}

function gone(id: string): LoupeError {
  return new LoupeError('NOT_FOUND', `User ${id} was not found. Check the id.`);
}
