/** The users behind the people of a provider: made at their first log-in, brought up to date at every other. */
import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { UserViewer } from '../../access/viewer.js';
import type { OperationLog } from '../../audit/operation-log.js';
import type { Database, EntityManager } from '../../db/database.js';
import { readRows } from '../../db/rows.js';
import type { Clock } from '../../kernel/clock.js';
import { LoupeError } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import { Node } from '../../tree/node.entity.js';
import { DirectoryUser } from '../directory/directory.entity.js';
import { claimedNames, groupsOf } from '../directory/directory-place.js';
import { GROUPS_CLAIM } from '../directory/directory-roles.js';
import { keepingAnAdministrator } from '../last-administrator.js';
import { followRules } from '../made-roles/roles-by-rules.js';
import { User, UserRole } from '../user.entity.js';
import { loadUser } from '../user-rows.js';
import { foldName, userSubject, validNewUser } from '../user.rules.js';
import type { SignedIn } from './oidc-client.js';
import { ExternalIdentity, SignInProvider } from './sign-in.entity.js';
import type { Claims, SignInOutcome } from './sign-in.rules.js';

interface SignInUsersParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly operations: OperationLog;
}

export class SignInUsers {
  constructor(private readonly parts: SignInUsersParts) {}

  /** The user whom the provider means, made or brought up to date. @throws LoupeError SIGN_IN_FAILED */
  async userOf(provider: SignInProvider, signedIn: SignedIn, outcome: SignInOutcome): Promise<User> {
    const work = () => this.broughtUpToDate(provider, signedIn, outcome);
    return work().catch((error: unknown) => {
      // Somebody logs in twice at once: the second one finds what the first has made.
      if (error instanceof UniqueConstraintViolationException) return work();
      throw error;
    });
  }

  /** The claims of the provider about somebody, with the groups that its directory names where it leaves them out. */
  async claimsOf(provider: SignInProvider, signedIn: SignedIn): Promise<Claims> {
    const { claims, subject } = signedIn;
    if (GROUPS_CLAIM in claims) return claims;
    const em = this.parts.database.reader();
    const { organizationId } = provider;
    const identity = await em.findOne(ExternalIdentity, { providerId: provider.id, subject });
    const userId = identity?.userId ?? (await inDirectory(em, provider, signedIn));
    if (userId === null) return claims;
    const groups = (await groupsOf(em, organizationId, [userId])).get(userId) ?? [];
    return groups.length === 0 ? claims : { ...claims, [GROUPS_CLAIM]: claimedNames(groups) };
  }

  private async broughtUpToDate(
    provider: SignInProvider,
    signedIn: SignedIn,
    outcome: SignInOutcome,
  ): Promise<User> {
    const { database, clock, operations } = this.parts;
    const user = await database.transaction(async ({ em }) => {
      const top = await em.findOneOrFail(Node, { id: provider.organizationId });
      const place = await em.findOne(Node, { id: outcome.organizationId, type: 'Organization' });
      if (place?.path.startsWith(top.path) !== true) {
        throw failed('A rule names an organization that is no longer there. Tell your administrator.');
      }
      const fields = fieldsOf(provider, signedIn, place.id);
      const known = await knownUser(em, provider, signedIn, top, fields.mail);
      const now = clock.now();
      if (known === null) {
        const userName = await freeName(em, provider, signedIn, fields.mail);
        const { password: _, roles: _roles, status: _status, ...values } = fields;
        const made = em.create(User, {
          ...values,
          id: newId(),
          userName,
          userNameKey: foldName(userName),
          mailKey: foldName(fields.mail),
          passwordHash: null,
          status: 'Active',
          dateCreated: now,
          dateModified: now,
        });
        await em.flush();
        for (const role of outcome.roles) em.create(UserRole, { userId: made.id, role });
        em.create(ExternalIdentity, identityOf(provider, signedIn, made, now));
        operations.write(em, authorOf(provider, made, outcome), 'user:create', userSubject(made));
        await em.flush();
        return made;
      }
      if (known.status !== 'Active') throw failed('Your user is not active here. Ask an administrator.');
      const isMoved = provider.rules.some(({ organizationId }) => organizationId !== null);
      const { firstName, lastName, mail } = fields;
      const changed = { firstName, lastName, mail, mailKey: foldName(mail) };
      const isSame = known.firstName === firstName && known.lastName === lastName && known.mail === mail;
      const mayMove = isMoved && known.organizationId !== place.id && known.id !== provider.emergencyUserId;
      if (!isSame || mayMove) {
        Object.assign(known, changed, { dateModified: now }, mayMove ? { organizationId: place.id } : {});
        operations.write(em, authorOf(provider, known, outcome), 'user:write', userSubject(known));
        await em.flush();
      }
      return known;
    });
    if (user.id !== provider.emergencyUserId) {
      await this.setRoles(provider, user, outcome);
      await this.setMadeRoles(provider, user, outcome);
    }
    return user;
  }

  private async setMadeRoles(provider: SignInProvider, user: User, outcome: SignInOutcome): Promise<void> {
    await this.parts.database.transaction(async ({ em }) => {
      const changes = await followRules(em, user, provider.rules, outcome.madeRoleIds ?? []);
      if (changes.length === 0) return;
      const subject = { ...userSubject(user), changes };
      this.parts.operations.write(em, authorOf(provider, user, outcome), 'role:assign', subject);
      await em.flush();
    });
  }

  /** Gives the roles of the rules and takes others; the last administrator of an organization stays one. */
  private async setRoles(provider: SignInProvider, user: User, outcome: SignInOutcome): Promise<void> {
    const { database, operations } = this.parts;
    const author = authorOf(provider, user, outcome);
    const change = (work: (em: EntityManager) => Promise<void>) =>
      database.transaction(async ({ em }) => {
        await work(em);
        operations.write(em, author, 'role:assign', userSubject(user));
        await em.flush();
      });
    const held = (await database.reader().find(UserRole, { userId: user.id })).map(({ role }) => role);
    const missing = outcome.roles.filter((role) => !held.includes(role));
    const taken = held.filter((role) => !outcome.roles.includes(role));
    if (missing.length > 0) {
      await change(async (em) => {
        for (const role of missing) em.create(UserRole, { userId: user.id, role });
        await Promise.resolve();
      });
    }
    if (taken.length === 0) return;
    await change(async (em) => {
      const place = await loadUser(em, user.id);
      if (place === null) return;
      await keepingAnAdministrator(em, author, place, async () => {
        await em.nativeDelete(UserRole, { userId: user.id, role: { $in: taken } });
      });
    }).catch((error: unknown) => {
      if (!(error instanceof LoupeError) || error.code !== 'CONFLICT') throw error;
    });
  }
}

/** By the provider's name for them; the first time also by a mail address that it has verified. */
async function knownUser(
  em: EntityManager,
  provider: SignInProvider,
  signedIn: SignedIn,
  { path }: Node,
  mail: string,
): Promise<User | null> {
  const { subject } = signedIn;
  const identity = await em.findOne(ExternalIdentity, { providerId: provider.id, subject });
  if (identity !== null) {
    const place = await loadUser(em, identity.userId);
    if (place?.path.startsWith(path) === true) return place.user;
    throw failed('Your user belongs to another organization by now. Ask an administrator.');
  }
  const provided = await inDirectory(em, provider, signedIn);
  const found = provided === null ? null : await loadUser(em, provided);
  if (found?.path.startsWith(path) === true) {
    em.create(ExternalIdentity, identityOf(provider, signedIn, found.user, new Date()));
    return found.user;
  }
  for (const { id } of await em.find(User, { mailKey: foldName(mail) })) {
    const place = await loadUser(em, id);
    if (place?.path.startsWith(path) !== true) continue;
    if (!isMailVerified(signedIn)) {
      throw failed(
        'A user has your mail address already, and the provider does not say that it is verified (email_verified). Ask an administrator.',
      );
    }
    const isTaken = (await em.count(ExternalIdentity, { providerId: provider.id, userId: id })) > 0;
    if (isTaken)
      throw failed(
        'Somebody else of this provider is bound to the user of your mail address. Ask an administrator.',
      );
    em.create(ExternalIdentity, identityOf(provider, signedIn, place.user, new Date()));
    return place.user;
  }
  return null;
}

/**
 * Whom the directory of the organization means: by the provider's own id, which Okta sends as the subject and Entra as `oid`, or by
 * a verified mail address. An id is believed where the organization has one provider, to which it must belong.
 */
async function inDirectory(
  em: EntityManager,
  { organizationId }: SignInProvider,
  signedIn: SignedIn,
): Promise<string | null> {
  const { subject, claims } = signedIn;
  const ids = [subject, claims['oid']].filter((id) => typeof id === 'string');
  const isOnly = (await em.count(SignInProvider, { organizationId })) === 1;
  const byId = isOnly ? await em.find(DirectoryUser, { organizationId, externalId: { $in: ids } }) : [];
  if (byId.length === 1) return byId[0]?.userId ?? null;
  if (!isMailVerified(signedIn)) return null;
  const byMail = await readRows<{ user_id: string }>(
    em,
    `select d.user_id from directory_user d join user_account u on u.id = d.user_id
     where d.organization_id = ? and u.mail_key = ?`,
    [organizationId, foldName(String(claims['email']))],
  );
  return byMail.length === 1 ? (byMail[0]?.user_id ?? null) : null;
}

/**
 * An address that anybody may type in at the provider makes nobody its owner here; a name that looks like one was never verified.
 * Entra says by `xms_edov` that it is.
 */
function isMailVerified({ claims }: SignedIn): boolean {
  if (typeof claims['email'] !== 'string' || claims['email'] === '') return false;
  const said = claims['email_verified'] ?? claims['xms_edov'];
  return said === true || said === 'true' || said === 1 || said === '1';
}

function identityOf(provider: SignInProvider, { subject }: SignedIn, user: User, dateCreated: Date) {
  return { id: newId(), providerId: provider.id, subject, userId: user.id, dateCreated };
}

/** @throws LoupeError SIGN_IN_FAILED without a mail address */
function fieldsOf(provider: SignInProvider, { claims }: SignedIn, organizationId: string) {
  const textOf = (name: string): string | null => {
    const value = claims[name];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const mail = textOf('email') ?? textOf('preferred_username') ?? '';
  try {
    return validNewUser({
      organizationId,
      mail,
      firstName: textOf('given_name')?.slice(0, 100) ?? null,
      lastName: textOf('family_name')?.slice(0, 100) ?? null,
    });
  } catch (error) {
    if (!(error instanceof LoupeError)) throw error;
    throw failed(`${provider.name} sent no mail address for you (claim email). Ask an administrator.`);
  }
}

/** User names are unique across the platform: another tenant may have the mail address as a name. */
async function freeName(
  em: EntityManager,
  { issuer }: SignInProvider,
  { subject }: SignedIn,
  mail: string,
): Promise<string> {
  for (const name of [mail, `${subject.slice(0, 100)}@${new URL(issuer).host}`]) {
    if ((await em.count(User, { userNameKey: foldName(name) })) === 0) return name;
  }
  return `${newId()}@${new URL(issuer).host}`;
}

/** The log names the provider beside the user whom it let in. */
function authorOf({ name }: SignInProvider, user: User, { roles }: SignInOutcome): UserViewer {
  return {
    kind: 'user',
    userId: user.id,
    userName: `${user.userName} (${name})`,
    organizationId: user.organizationId,
    organizationPath: `${user.organizationId}/`,
    roles: new Set(roles),
    isWebApiAuthorized: true,
  };
}

function failed(message: string): LoupeError {
  return new LoupeError('SIGN_IN_FAILED', message);
}
