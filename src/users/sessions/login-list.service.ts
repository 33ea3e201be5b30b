/** Log-ins that are good now: users see and end their own, administrators those of their users. */
import { requireIdentity, requireRight } from '../../access/access.js';
import type { Secrets } from '../../access/secrets.js';
import type { UserViewer, Viewer } from '../../access/viewer.js';
import type { OperationLog } from '../../audit/operation-log.js';
import type { Database, EntityManager } from '../../db/database.js';
import type { Clock } from '../../kernel/clock.js';
import { badInput, forbidden, notFound } from '../../kernel/errors.js';
import { isId } from '../../kernel/ids.js';
import { shown } from '../../tree/guarded-nodes.js';
import { SignInProvider, SignInSession } from '../sign-in/sign-in.entity.js';
import { loadUser, type UserPlace } from '../user-rows.js';
import { userSubject } from '../user.rules.js';
import { AccessToken } from './access-token.entity.js';
import { SessionUse } from './session-use.entity.js';
import type { SessionUses } from './session-uses.js';

export interface ListedLogin {
  readonly id: string;
  /** A browser's session; else a program's token. */
  readonly isBrowser: boolean;
  /** Whether the request itself comes with it. */
  readonly isCurrent: boolean;
  /** The name of the provider that it began at; null for passwords and links. */
  readonly provider: string | null;
  /** Empty while it was not used. */
  readonly device: string;
  readonly network: string;
  readonly dateCreated: Date;
  readonly dateLastUsed: Date | null;
  readonly dateExpires: Date;
}

export interface LoginListParts {
  readonly database: Database;
  readonly secrets: Pick<Secrets, 'hash'>;
  readonly clock: Clock;
  readonly operations: OperationLog;
  readonly uses: SessionUses;
}

const MOST = 200;

export class LoginListService {
  constructor(private readonly parts: LoginListParts) {}

  /** The viewer's own, the newest first. @param secret of the request itself @throws LoupeError UNAUTHENTICATED, FORBIDDEN */
  async own(viewer: Viewer, secret: string | null): Promise<readonly ListedLogin[]> {
    return this.listOf(requirePerson(viewer).userId, secret);
  }

  /** Of a user. @throws LoupeError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN */
  async of(viewer: Viewer, userId: string): Promise<readonly ListedLogin[]> {
    const { id } = await this.require(this.parts.database.reader(), viewer, userId);
    return this.listOf(id, null);
  }

  /**
   * Ends some, the viewer's own or of users whom they administer; all of them or none.
   *
   * @throws LoupeError BAD_USER_INPUT for more than 200, UNAUTHENTICATED, NOT_FOUND, FORBIDDEN
   */
  async end(viewer: Viewer, ids: readonly string[]): Promise<void> {
    requireIdentity(viewer);
    if (ids.length > MOST) throw badInput('ids', `must be at most ${MOST}`);
    await this.parts.database.transaction(async ({ em }) => {
      for (const id of new Set(ids.map((each) => each.toLowerCase()))) {
        const found = isId(id) ? await em.findOne(AccessToken, { id, ...this.good() }) : null;
        const place = found === null ? null : await loadUser(em, found.userId);
        const isOwn = place !== null && viewer.kind === 'user' && viewer.userId === place.id;
        if (!isOwn) requireRight(viewer, 'user:write', place, `Login ${shown(id)}`);
        if (found === null || place === null) throw notFound(`Login ${shown(id)}`);
        await this.revoke(em, viewer, place, { id: found.id });
      }
    });
  }

  /** Ends all of a user's. @throws LoupeError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN */
  async endOf(viewer: Viewer, userId: string): Promise<void> {
    await this.parts.database.transaction(async ({ em }) => {
      await this.revoke(em, viewer, await this.require(em, viewer, userId), {});
    });
  }

  private async require(em: EntityManager, viewer: Viewer, userId: string): Promise<UserPlace> {
    const place = await loadUser(em, userId);
    requireRight(viewer, 'user:write', place, `User ${shown(userId)}`);
    return place;
  }

  private async revoke(
    em: EntityManager,
    viewer: Viewer,
    { id: userId, user }: UserPlace,
    which: object,
  ): Promise<void> {
    const { operations, clock } = this.parts;
    const ended = await em.nativeUpdate(
      AccessToken,
      { userId, ...this.good(), ...which },
      { dateRevoked: clock.now() },
    );
    if (ended > 0) operations.write(em, viewer, 'login:end', userSubject(user));
  }

  private good() {
    const purpose: { $in: ('Session' | 'Bearer')[] } = { $in: ['Session', 'Bearer'] };
    return { purpose, dateRevoked: null, dateExpires: { $gt: this.parts.clock.now() } };
  }

  private async listOf(userId: string, secret: string | null): Promise<readonly ListedLogin[]> {
    const { database, secrets, uses } = this.parts;
    await uses.flush();
    const em = database.reader();
    const tokens = await em.find(
      AccessToken,
      { userId, ...this.good() },
      { orderBy: { id: 'desc' }, limit: MOST },
    );
    const tokenId = { $in: tokens.map(({ id }) => id) };
    const used = await em.find(SessionUse, { tokenId });
    const begun = await em.find(SignInSession, { tokenId });
    const providers = await em.find(SignInProvider, { id: { $in: begun.map((each) => each.providerId) } });
    const current = secret === null ? null : secrets.hash(secret);
    return tokens.map(({ id, purpose, tokenHash, dateCreated, dateExpires }) => {
      const use = used.find((each) => each.tokenId === id);
      const providerId = begun.find((each) => each.tokenId === id)?.providerId;
      return {
        id,
        isBrowser: purpose === 'Session',
        isCurrent: tokenHash === current,
        provider: providers.find((each) => each.id === providerId)?.name ?? null,
        device: use?.device ?? '',
        network: use?.network ?? '',
        dateCreated,
        dateLastUsed: use?.dateLast ?? null,
        dateExpires,
      };
    });
  }
}

/** @throws LoupeError UNAUTHENTICATED, FORBIDDEN for programs, which have no log-ins */
function requirePerson(viewer: Viewer): UserViewer {
  requireIdentity(viewer);
  if (viewer.kind !== 'user') throw forbidden('have log-ins');
  return viewer;
}
