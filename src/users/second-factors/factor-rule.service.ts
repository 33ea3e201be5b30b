/** Administrators say who needs a second factor, and take those away that somebody has lost. */
import { requireRight } from '../../access/access.js';
import { type Role, roles as allRoles } from '../../access/permissions.js';
import type { Viewer } from '../../access/viewer.js';
import type { OperationLog } from '../../audit/operation-log.js';
import type { Database, EntityManager } from '../../db/database.js';
import type { Clock } from '../../kernel/clock.js';
import { forbidden, LoupeError } from '../../kernel/errors.js';
import { type GuardedNodes, shown } from '../../tree/guarded-nodes.js';
import { revokeTokens } from '../sessions/token-issuer.js';
import { administratorOf } from '../sign-in/sign-in-provider.service.js';
import { User } from '../user.entity.js';
import { loadUser } from '../user-rows.js';
import { foldName, userSubject } from '../user.rules.js';
import { Authenticator, Passkey, RecoveryCode, SecondFactorRule } from './second-factor.entity.js';

export interface SecondFactorRuleView extends Pick<SecondFactorRule, 'roles'> {
  /** The administrator for whom the rule does not hold; null for nobody. */
  readonly emergencyUserName: string | null;
}

export interface FactorRuleServiceParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly operations: OperationLog;
  readonly guarded: GuardedNodes;
}

const MANAGE = 'signIn:manage';

export class FactorRuleService {
  constructor(private readonly parts: FactorRuleServiceParts) {}

  /**
   * Takes away the factors of somebody who lost them, and ends their log-ins. Nobody does so for themselves.
   *
   * @throws LoupeError NOT_FOUND, FORBIDDEN
   */
  async reset(viewer: Viewer, userId: string): Promise<void> {
    await this.parts.database.transaction(async ({ em }) => {
      const place = await loadUser(em, userId);
      requireRight(viewer, 'user:write', place, `User ${shown(userId)}`);
      if (viewer.kind === 'user' && viewer.userId === place.id)
        throw forbidden('reset your own second factor');
      await em.nativeDelete(Authenticator, { userId: place.id });
      await em.nativeDelete(Passkey, { userId: place.id });
      await em.nativeDelete(RecoveryCode, { userId: place.id });
      await revokeTokens(em, place.id, this.parts.clock.now());
      this.parts.operations.write(em, viewer, 'secondFactor:reset', userSubject(place.user));
    });
  }

  /** As `reset`, for a person at the server. @throws LoupeError NOT_FOUND */
  async resetByName(viewer: Viewer, userName: string): Promise<void> {
    if (viewer.kind !== 'operator') throw forbidden('reset second factors by name');
    const user = await this.parts.database.reader().findOne(User, { userNameKey: foldName(userName) });
    if (user === null) throw new LoupeError('NOT_FOUND', `There is no user ${userName}.`);
    await this.reset(viewer, user.id);
  }

  /** Of one organization; null without one. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async ruleOf(viewer: Viewer, organizationId: string): Promise<SecondFactorRuleView | null> {
    const em = this.parts.database.reader();
    const { id } = await this.parts.guarded.requireOfType(em, viewer, MANAGE, organizationId, 'Organization');
    const rule = await em.findOne(SecondFactorRule, { organizationId: id });
    return rule === null ? null : toView(em, rule);
  }

  /**
   * Says which roles need a second factor in an organization and below it. Those who have none set one up at their next log-in.
   *
   * @param given without roles nobody needs one
   * @throws LoupeError BAD_USER_INPUT, NOT_FOUND, FORBIDDEN
   */
  async setRule(
    viewer: Viewer,
    organizationId: string,
    given: { readonly roles: readonly Role[]; readonly emergencyUser: string | null },
  ): Promise<SecondFactorRuleView | null> {
    const { database, guarded, operations } = this.parts;
    return database.transaction(async ({ em }) => {
      const node = await guarded.requireOfType(em, viewer, MANAGE, organizationId, 'Organization');
      const before = await em.findOne(SecondFactorRule, { organizationId: node.id });
      const roles = allRoles.filter((role) => given.roles.includes(role));
      const emergencyUserId =
        given.emergencyUser === null ? null : await administratorOf(em, node, given.emergencyUser);
      operations.write(em, viewer, 'secondFactor:rule', node);
      if (roles.length === 0) {
        if (before !== null) em.remove(before);
        return null;
      }
      const rule = { roles, emergencyUserId };
      if (before === null) em.create(SecondFactorRule, { organizationId: node.id, ...rule });
      else Object.assign(before, rule);
      return toView(em, rule);
    });
  }
}

async function toView(
  em: EntityManager,
  { roles, emergencyUserId }: Pick<SecondFactorRule, 'roles' | 'emergencyUserId'>,
): Promise<SecondFactorRuleView> {
  const user = emergencyUserId == null ? null : await em.findOne(User, { id: emergencyUserId });
  return { roles, emergencyUserName: user?.userName ?? null };
}
