/** Providers of single sign-on: who administers an organization names them, tries them out, and switches them on. */
import type { Secrets } from '../../access/secrets.js';
import type { Viewer } from '../../access/viewer.js';
import type { OperationLog } from '../../audit/operation-log.js';
import type { Database, EntityManager } from '../../db/database.js';
import type { Clock } from '../../kernel/clock.js';
import { badInput, forbidden, LoupeError, notFound } from '../../kernel/errors.js';
import { isId, newId } from '../../kernel/ids.js';
import { type GuardedNodes, shown } from '../../tree/guarded-nodes.js';
import { Node } from '../../tree/node.entity.js';
import { requireOwnRoles } from '../made-roles/roles-by-rules.js';
import { User, UserRole } from '../user.entity.js';
import { foldName } from '../user.rules.js';
import type { OidcClient, OidcProvider } from './oidc-client.js';
import { ExternalIdentity, type SignInMode, SignInProvider } from './sign-in.entity.js';
import {
  type Claims,
  outcomeOf,
  type SignInOutcome,
  type SignInRule,
  validProvider,
} from './sign-in.rules.js';

export interface SignInProviderView extends Omit<Readonly<SignInProvider>, 'clientSecretCipher'> {
  readonly hasSecret: boolean;
}

export interface SignInProviderPatch {
  readonly name?: string;
  readonly issuer?: string;
  readonly clientId?: string;
  /** null removes it. */
  readonly clientSecret?: string | null;
  readonly rules?: readonly GivenRule[];
  readonly mode?: SignInMode;
  /** User name or mail of the administrator whose password stays good in the mode `Only`. */
  readonly emergencyUser?: string;
}

type GivenRule = Omit<SignInRule, 'organizationId'> & { readonly organizationId?: string | null | undefined };

export type NewSignInProvider = Required<Pick<SignInProviderPatch, 'name' | 'issuer' | 'clientId'>> &
  Pick<SignInProviderPatch, 'clientSecret' | 'rules'> & { readonly organizationId: string };

export interface SignInProviderServiceParts {
  readonly database: Database;
  readonly secrets: Pick<Secrets, 'encrypt' | 'decrypt'>;
  readonly clock: Clock;
  readonly guarded: GuardedNodes;
  readonly operations: OperationLog;
  readonly client: OidcClient;
}

const MANAGE = 'signIn:manage';
const MAX_PROVIDERS = 20;

export class SignInProviderService {
  constructor(private readonly parts: SignInProviderServiceParts) {}

  /** Of one organization, the oldest first. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async list(viewer: Viewer, organizationId: string): Promise<readonly SignInProviderView[]> {
    const em = this.parts.database.reader();
    const { id } = await this.requirePlace(em, viewer, organizationId);
    const found = await em.find(SignInProvider, { organizationId: id }, { orderBy: { id: 'asc' } });
    return found.map(toView);
  }

  /** Those that the page of the log-in offers to everybody. */
  async offered(): Promise<readonly Pick<SignInProviderView, 'id' | 'name'>[]> {
    const where = { isOffered: true, mode: { $in: ['Active' as const, 'Only' as const] } };
    return this.parts.database.reader().find(SignInProvider, where, { orderBy: { id: 'asc' } });
  }

  /**
   * Adds a provider in the mode `Trial`. It is asked for what it is before anything is kept.
   *
   * @throws LoupeError BAD_USER_INPUT, NOT_FOUND, FORBIDDEN
   */
  async create(viewer: Viewer, input: NewSignInProvider): Promise<SignInProviderView> {
    const { database, secrets, clock, operations, client } = this.parts;
    await this.requirePlace(database.reader(), viewer, input.organizationId);
    const { clientSecret, ...fields } = validProvider({ ...input, rules: [...(input.rules ?? [])] });
    const id = newId();
    await client.check({ id, ...fields, clientSecret: clientSecret ?? null });
    return database.transaction(async ({ em }) => {
      const node = await this.requirePlace(em, viewer, input.organizationId);
      await requirePlacesBelow(em, node, fields.rules);
      if ((await em.count(SignInProvider, { organizationId: node.id })) >= MAX_PROVIDERS) {
        throw badInput('organizationId', `has ${MAX_PROVIDERS} providers already; delete one first`);
      }
      const now = clock.now();
      const provider = em.create(SignInProvider, {
        ...fields,
        id,
        organizationId: node.id,
        clientSecretCipher:
          clientSecret == null || clientSecret === '' ? null : secrets.encrypt(clientSecret),
        mode: 'Trial',
        isOffered: false,
        emergencyUserId: null,
        lastTrial: null,
        dateCreated: now,
        dateModified: now,
      });
      operations.write(em, viewer, 'signIn:create', node);
      await em.flush();
      return toView(provider);
    });
  }

  /**
   * Changes what is given. Another issuer needs a secret of its own, and knows nobody yet. The mode `Only` needs an administrator whose password stays good.
   *
   * @throws LoupeError BAD_USER_INPUT, NOT_FOUND, FORBIDDEN
   */
  async update(viewer: Viewer, id: string, patch: SignInProviderPatch): Promise<SignInProviderView> {
    const { database, secrets, clock, operations, client } = this.parts;
    const { provider: before } = await this.require(database.reader(), viewer, id);
    const { clientSecret: _, ...fields } = validProvider({
      ...before,
      ...patch,
      rules: [...(patch.rules ?? before.rules)],
    });
    const isOther = fields.issuer !== before.issuer;
    if (isOther && before.clientSecretCipher != null && patch.clientSecret === undefined) {
      throw badInput('clientSecret', 'is missing; another issuer is not given the secret of the one before');
    }
    const wanted = { id: before.id, ...fields, clientSecret: this.secretAfter(before, patch) };
    if (patch.issuer !== undefined || patch.clientId !== undefined) await client.check(wanted);
    return database.transaction(async ({ em }) => {
      const { provider, node } = await this.require(em, viewer, id);
      await requirePlacesBelow(em, node, fields.rules);
      // Its names for people are not those of another issuer.
      if (isOther) await em.nativeDelete(ExternalIdentity, { providerId: provider.id });
      Object.assign(provider, fields, { dateModified: clock.now() });
      if (patch.clientSecret !== undefined) {
        provider.clientSecretCipher =
          wanted.clientSecret === null ? null : secrets.encrypt(wanted.clientSecret);
      }
      if (patch.emergencyUser !== undefined) {
        provider.emergencyUserId = await administratorOf(em, node, patch.emergencyUser);
      }
      if (patch.mode !== undefined) provider.mode = patch.mode;
      if (provider.mode === 'Only' && provider.emergencyUserId == null) {
        throw badInput('emergencyUser', 'is missing; name an administrator whose password stays good');
      }
      operations.write(em, viewer, 'signIn:write', node);
      await em.flush();
      return toView(provider);
    });
  }

  /** Whether the page of the log-in offers it. For the operator: the page is everybody's. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async offer(viewer: Viewer, id: string, isOffered: boolean): Promise<SignInProviderView> {
    if (viewer.kind !== 'operator') throw forbidden('offer a provider to everybody');
    return this.parts.database.transaction(async ({ em }) => {
      const { provider, node } = await this.require(em, viewer, id);
      provider.isOffered = isOffered;
      this.parts.operations.write(em, viewer, 'signIn:write', node);
      await em.flush();
      return toView(provider);
    });
  }

  /** Sessions that it began go on. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async delete(viewer: Viewer, id: string): Promise<void> {
    await this.parts.database.transaction(async ({ em }) => {
      const { provider, node } = await this.require(em, viewer, id);
      this.parts.operations.write(em, viewer, 'signIn:delete', node);
      em.remove(provider);
    });
  }

  /** Tries on somebody's claims its rules, or others. @throws LoupeError BAD_USER_INPUT, NOT_FOUND, FORBIDDEN */
  async tryRules(
    viewer: Viewer,
    id: string,
    claims: Claims,
    given: readonly GivenRule[] | null,
  ): Promise<SignInOutcome> {
    const em = this.parts.database.reader();
    const { provider, node } = await this.require(em, viewer, id);
    const { rules } = validProvider({ ...provider, rules: [...(given ?? provider.rules)] });
    await requirePlacesBelow(em, node, rules);
    return outcomeOf(rules, claims, node.id);
  }

  /** Whether a provider answers as itself. @throws LoupeError BAD_USER_INPUT when it does not */
  async ask(provider: SignInProvider): Promise<void> {
    await this.parts.client.check(this.opened(provider));
  }

  /** A provider with its secret. */
  opened({ id, issuer, clientId, clientSecretCipher }: SignInProvider): OidcProvider {
    const clientSecret = clientSecretCipher == null ? null : this.parts.secrets.decrypt(clientSecretCipher);
    return { id, issuer, clientId, clientSecret };
  }

  private secretAfter(before: SignInProvider, { clientSecret }: SignInProviderPatch): string | null {
    if (clientSecret === undefined) return this.opened(before).clientSecret;
    return clientSecret === '' ? null : clientSecret;
  }

  private requirePlace(em: EntityManager, viewer: Viewer, organizationId: string) {
    return this.parts.guarded.requireOfType(em, viewer, MANAGE, organizationId, 'Organization');
  }

  private async require(em: EntityManager, viewer: Viewer, id: string) {
    const what = `Provider ${shown(id)}`;
    const provider = isId(id) ? await em.findOne(SignInProvider, { id: id.toLowerCase() }) : null;
    const place = provider?.organizationId ?? null;
    const node = await this.parts.guarded.requireFor(em, viewer, MANAGE, place, what);
    if (provider === null) throw notFound(what);
    return { provider, node };
  }
}

function toView({ clientSecretCipher, ...others }: SignInProvider): SignInProviderView {
  return { ...others, hasSecret: clientSecretCipher != null };
}

/** @throws LoupeError BAD_USER_INPUT for a rule that gives away what is not the organization's */
async function requirePlacesBelow(em: EntityManager, top: Node, rules: readonly SignInRule[]): Promise<void> {
  await requireOwnRoles(em, top.id, rules);
  const ids = [...new Set(rules.flatMap(({ organizationId }) => organizationId ?? []))];
  const known = ids.filter(isId);
  const found = await em.find(Node, { id: { $in: known }, type: 'Organization' });
  const good = new Set(found.filter(({ path }) => path.startsWith(top.path)).map((node) => node.id));
  if (ids.some((id) => !good.has(id))) {
    throw badInput('rules', 'must give organizations by the id of this one or of one below it');
  }
}

/** An active administrator of an organization, or of one above it, with a password. @throws LoupeError BAD_USER_INPUT */
export async function administratorOf(em: EntityManager, { path }: Node, named: string): Promise<string> {
  const key = foldName(named);
  const users = await em.find(User, { $or: [{ userNameKey: key }, { mailKey: key }], status: 'Active' });
  for (const { id, organizationId, passwordHash } of users) {
    const isAbove = path.split('/').includes(organizationId);
    const isAdministrator = (await em.count(UserRole, { userId: id, role: 'Administrator' })) > 0;
    if (isAbove && isAdministrator && passwordHash != null) return id;
  }
  throw badInput('emergencyUser', 'is no active administrator of this organization with a password');
}

/** Refuses somebody's password where their organization logs in by single sign-on only. @throws LoupeError SIGN_IN_FAILED */
export async function requirePasswordCounts(em: EntityManager, userId: string, path: string): Promise<void> {
  const organizationId = { $in: path.split('/').filter(isId) };
  const found = await em.find(SignInProvider, { organizationId, mode: 'Only' });
  if (found.length === 0 || found.some(({ emergencyUserId }) => emergencyUserId === userId)) return;
  throw new LoupeError(
    'SIGN_IN_FAILED',
    'Your organization logs in by single sign-on only. Use the link to it that your administrator gave you.',
  );
}
