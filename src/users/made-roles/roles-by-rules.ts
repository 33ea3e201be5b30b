/** Made roles that rules of single sign-on give. Those that no rule names stay as administrators gave them. */
import type { OperationChange } from '../../audit/operation-record.entity.js';
import type { EntityManager } from '../../db/entities.js';
import { badInput } from '../../kernel/errors.js';
import type { SignInRule } from '../sign-in/sign-in.rules.js';
import type { User } from '../user.entity.js';
import { roleChange } from '../user.rules.js';
import { MadeRole, UserMadeRole } from './made-role.entity.js';

/**
 * Gives a user the made roles that were found, and takes those that rules name and were not.
 *
 * @param rules those that were asked
 * @param given ids of the roles that those give which hold
 * @param untouched ids of roles that other rules may give
 * @returns what was changed
 */
export async function followRules(
  em: EntityManager,
  user: Pick<User, 'id' | 'organizationId'>,
  rules: readonly SignInRule[],
  given: readonly string[],
  untouched: readonly string[] = [],
): Promise<readonly OperationChange[]> {
  const named = [...new Set(rules.flatMap(({ madeRoleId }) => madeRoleId ?? []))];
  if (named.length === 0) return [];
  const { id: userId, organizationId } = user;
  const roles = await em.find(MadeRole, { id: { $in: named }, organizationId });
  const held = await em.find(UserMadeRole, { userId, roleId: { $in: named } });
  return roles.flatMap((role) => {
    const present = held.find(({ roleId }) => roleId === role.id);
    const isGiven = given.includes(role.id);
    if (isGiven === (present !== undefined)) return [];
    if (!isGiven && untouched.includes(role.id)) return [];
    if (present === undefined) em.create(UserMadeRole, { userId, roleId: role.id });
    else em.remove(present);
    return [isGiven ? roleChange(userId, null, role.name) : roleChange(userId, role.name, null)];
  });
}

/** Rules give made roles of the organization of their provider, to its own people. @throws LoupeError BAD_USER_INPUT */
export async function requireOwnRoles(
  em: EntityManager,
  organizationId: string,
  rules: readonly SignInRule[],
): Promise<void> {
  const naming = rules.filter(({ madeRoleId }) => madeRoleId != null);
  const ids = [...new Set(naming.flatMap(({ madeRoleId }) => madeRoleId ?? []))];
  const count = ids.length === 0 ? 0 : await em.count(MadeRole, { id: { $in: ids }, organizationId });
  const isElsewhere = naming.some(
    (rule) => rule.organizationId !== null && rule.organizationId !== organizationId,
  );
  if (count < ids.length || isElsewhere)
    throw badInput('rules', 'must give roles that the organization of the provider made, to its own people');
}
