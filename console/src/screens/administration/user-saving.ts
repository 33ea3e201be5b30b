/** Saves what the dialog of a user holds: the user first, then what they may do. */
import { type Client, useClient } from 'urql';
import { change, type Outcome } from '../../api/change';
import type { Success } from '../../api/graphql';
import { assignRole, createUser, revokeRole, updateUser, type UserRow } from './administration';
import { assignMadeRole, revokeMadeRole } from './roles/role-documents';
import { FIXED_ROLES } from './roles/UserRoleFields';

export const STATUSES = ['ACTIVE', 'INACTIVE'] as const;

/** All but the password, which is kept nowhere. */
export interface UserFields {
  readonly mail: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly roles: readonly string[];
  readonly madeRoleIds: readonly string[];
  readonly status: string;
}

export type MadeUser = Success<typeof createUser>;

/** A new user, or the changes of one and of its roles. */
export function useSaveUser(user: UserRow | null, organizationId: string, password: string) {
  const client = useClient();
  return async (typed: UserFields, ifVersion: string | null): Promise<Outcome<MadeUser | null>> => {
    const names = { firstName: typed.firstName.trim(), lastName: typed.lastName.trim() };
    const status = typed.status as (typeof STATUSES)[number];
    const given = { mail: typed.mail.trim(), ...names, status, ...(password === '' ? {} : { password }) };
    const roles = FIXED_ROLES.filter((role) => typed.roles.includes(role));
    if (user === null) {
      const input = { organizationId, ...given, roles, madeRoleIds: [...typed.madeRoleIds] };
      return change(client, createUser, { input });
    }
    const changed = await change(client, updateUser, { id: user.id, patch: given, ifVersion });
    if (!changed.isDone) return changed;
    const held = { roles: user.roles, madeRoleIds: user.madeRoles.map(({ id }) => id) };
    const refused = await saveRoles(client, user.id, held, { roles, madeRoleIds: typed.madeRoleIds });
    return refused ?? { isDone: true, value: null };
  };
}

interface Held {
  readonly roles: readonly (typeof FIXED_ROLES)[number][];
  readonly madeRoleIds: readonly string[];
}

/** Gives new ones first: a user is never without any. @returns the refusal of the first that was not taken */
async function saveRoles(client: Client, userId: string, before: Held, wanted: Held) {
  const without = <Each>(all: readonly Each[], some: readonly Each[]) =>
    all.filter((each) => !some.includes(each));
  const steps = [
    ...without(wanted.roles, before.roles).map(
      (role) => async () => change(client, assignRole, { userId, role }),
    ),
    ...without(wanted.madeRoleIds, before.madeRoleIds).map(
      (roleId) => async () => change(client, assignMadeRole, { userId, roleId }),
    ),
    ...without(before.roles, wanted.roles).map(
      (role) => async () => change(client, revokeRole, { userId, role }),
    ),
    ...without(before.madeRoleIds, wanted.madeRoleIds).map(
      (roleId) => async () => change(client, revokeMadeRole, { userId, roleId }),
    ),
  ];
  for (const step of steps) {
    const outcome = await step();
    if (!outcome.isDone) return outcome;
  }
  return null;
}
