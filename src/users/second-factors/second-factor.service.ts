/** Second factors of those who log in with a password here: they set them up, name and remove them. */
import { requireIdentity } from '../../access/access.js';
import type { LoginThrottle } from '../../access/login-throttle.js';
import type { Secrets } from '../../access/secrets.js';
import type { Viewer } from '../../access/viewer.js';
import type { OperationLog } from '../../audit/operation-log.js';
import type { Database, EntityManager } from '../../db/database.js';
import type { Clock } from '../../kernel/clock.js';
import { badInput, forbidden, LoupeError, notFound } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import type { PasswordCheck } from '../passwords/password-check.js';
import { AccessToken } from '../sessions/access-token.entity.js';
import type { User } from '../user.entity.js';
import { userSubject } from '../user.rules.js';
import { type FactorProofs, hasFactor, type Holder } from './factor-proofs.js';
import { type LoginSteps, tooLate } from './login-steps.js';
import { type NewPasskey, readCreated } from './passkeys.js';
import { Authenticator, Passkey, RecoveryCode } from './second-factor.entity.js';
import {
  authorOf,
  type FactorSetup,
  isDigits,
  MAX_PASSKEYS,
  newRecoveryCodes,
  passkeyOf,
  plainCode,
  type Site,
  stepOfCode,
  usableName,
} from './second-factor.rules.js';

export interface SecondFactorsView {
  /** False for those who log in by single sign-on alone. */
  readonly isPossible: boolean;
  readonly isRequired: boolean;
  readonly authenticatorSince: Date | null;
  readonly passkeys: readonly Pick<Passkey, 'id' | 'name' | 'host' | 'dateCreated' | 'dateLastUsed'>[];
  readonly codesLeft: number;
}

export interface AddedFactor {
  /** New ones, shown once; none where there are some already. */
  readonly recoveryCodes: readonly string[];
}

export interface SecondFactorServiceParts {
  readonly database: Database;
  readonly secrets: Pick<Secrets, 'encrypt' | 'hash'>;
  readonly clock: Clock;
  readonly operations: OperationLog;
  readonly passwords: PasswordCheck;
  readonly proofs: FactorProofs;
  readonly steps: LoginSteps;
  readonly throttle: LoginThrottle;
}

/** A person who sets up a factor: somebody who has logged in, or who has to before they may. */
interface Setting {
  readonly viewer: Viewer;
  /** The secret of the session or log-in that goes on; null without one. */
  readonly kept: string | null;
  readonly ticket: string;
}

type Added = { readonly what: 'authenticator' | 'passkey'; readonly name: string };

export class SecondFactorService {
  constructor(private readonly parts: SecondFactorServiceParts) {}

  /** The viewer's own. @throws LoupeError UNAUTHENTICATED, FORBIDDEN */
  async own(viewer: Viewer): Promise<SecondFactorsView> {
    const { user, authenticator, passkeys, codesLeft, isRequired } = await this.holder(viewer);
    return {
      isPossible: user.passwordHash != null,
      isRequired,
      authenticatorSince: authenticator?.dateCreated ?? null,
      passkeys: passkeys.map(({ dateLastUsed = null, ...passkey }) => ({ ...passkey, dateLastUsed })),
      codesLeft,
    };
  }

  /** Begins to set one up. @throws LoupeError as `proveAgain` */
  async begin(viewer: Viewer, password: string, site: Site | null): Promise<FactorSetup> {
    return this.parts.steps.newSetup(await this.proveAgain(viewer, password), site);
  }

  /**
   * Adds an authenticator, which takes the place of another one, by the code that it shows.
   *
   * @throws LoupeError BAD_USER_INPUT (code), INVALID_GRANT (ticket), RATE_LIMITED
   */
  async addAuthenticator(setting: Setting, code: string, address: string | null): Promise<AddedFactor> {
    const { proofs, clock, secrets, throttle } = this.parts;
    const { row, holder } = await this.opened(setting);
    const attempt = await throttle.begin(holder.user.id, address);
    const secret = proofs.newSecretOf(row);
    const now = clock.now();
    const typed = plainCode(code);
    const lastStep = isDigits(typed) ? stepOfCode(secret, typed, now) : null;
    if (lastStep === null) {
      throw badInput('code', 'is not what the authenticator shows now; check that its clock is right');
    }
    await attempt.succeeded();
    return this.add(setting, row, { what: 'authenticator', name: 'authenticator' }, async (em) => {
      const { id: userId } = holder.user;
      await em.nativeDelete(Authenticator, { userId });
      const secretCipher = secrets.encrypt(secret.toString('base64url'));
      em.create(Authenticator, { userId, secretCipher, lastStep, dateCreated: now });
    });
  }

  /** Adds a passkey that the browser has made. @throws LoupeError BAD_USER_INPUT, INVALID_GRANT (ticket) */
  async addPasskey(
    setting: Setting,
    { name, answer }: { readonly name: string; readonly answer: unknown },
    site: Site | null,
  ): Promise<AddedFactor> {
    const { proofs, clock } = this.parts;
    const usable = usableName(name);
    const { row, holder } = await this.opened(setting);
    if (holder.passkeys.length >= MAX_PASSKEYS) {
      throw badInput('name', `would be the passkey number ${MAX_PASSKEYS + 1}; remove one first`);
    }
    const made: NewPasskey | null =
      site === null ? null : await readCreated(site, proofs.challengeOf(row), answer);
    if (made === null || site === null) {
      throw badInput('passkey', 'was not made for this page and this request; begin again');
    }
    return this.add(setting, row, { what: 'passkey', name: usable }, async (em) => {
      if ((await em.count(Passkey, { credentialId: made.credentialId })) > 0) {
        throw badInput('passkey', 'is known already; make a new one');
      }
      const { id: userId } = holder.user;
      const facts = { id: newId(), userId, name: usable, host: site.host, dateCreated: clock.now() };
      em.create(Passkey, { ...made, ...facts, dateLastUsed: null });
    });
  }

  /** @throws LoupeError BAD_USER_INPUT, NOT_FOUND */
  async renamePasskey(viewer: Viewer, id: string, name: string): Promise<void> {
    const usable = usableName(name);
    const { user, passkeys } = await this.holder(viewer);
    const passkey = passkeyOf(passkeys, id);
    await this.parts.database.transaction(async ({ em }) => {
      await em.nativeUpdate(Passkey, { id: passkey.id }, { name: usable });
      this.write(em, viewer, 'secondFactor:write', user, ['passkey', passkey.name, usable]);
    });
  }

  /** @throws LoupeError as `proveAgain`; CONFLICT for the last factor of somebody who has to have one */
  async removeAuthenticator(viewer: Viewer, password: string): Promise<void> {
    if ((await this.holder(viewer)).authenticator === null) throw notFound('The authenticator');
    const holder = await this.proveAgain(viewer, password);
    await this.remove(viewer, { ...holder, authenticator: null }, ['authenticator', 'authenticator'], (em) =>
      em.nativeDelete(Authenticator, { userId: holder.user.id }),
    );
  }

  /** @throws LoupeError as `removeAuthenticator`; NOT_FOUND */
  async removePasskey(viewer: Viewer, id: string, password: string): Promise<void> {
    const passkey = passkeyOf((await this.holder(viewer)).passkeys, id);
    const holder = await this.proveAgain(viewer, password);
    const passkeys = holder.passkeys.filter((each) => each.id !== passkey.id);
    await this.remove(viewer, { ...holder, passkeys }, ['passkey', passkey.name], (em) =>
      em.nativeDelete(Passkey, { id: passkey.id }),
    );
  }

  /** New recovery codes; the ones before end. @throws LoupeError as `proveAgain`; BAD_USER_INPUT without a second factor */
  async newCodes(viewer: Viewer, password: string): Promise<readonly string[]> {
    const holder = await this.proveAgain(viewer, password);
    if (!hasFactor(holder)) throw badInput('password', 'is right, but set up a second factor first');
    return this.parts.database.transaction(async ({ em }) => {
      this.write(em, viewer, 'secondFactor:write', holder.user, ['recoveryCodes', null, null]);
      return this.replaceCodes(em, holder.user);
    });
  }

  private async holder(viewer: Viewer): Promise<Holder> {
    requireIdentity(viewer);
    if (viewer.kind !== 'user') throw forbidden('have a second factor');
    const holder = await this.parts.proofs.holderOf(this.parts.database.reader(), viewer.userId);
    if (holder === null) throw notFound('Your user');
    return holder;
  }

  /**
   * A user who changes factors shows the password once more: a session alone may be somebody else's by now.
   *
   * @throws LoupeError UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT (password), RATE_LIMITED
   */
  private async proveAgain(viewer: Viewer, password: string): Promise<Holder> {
    const holder = await this.holder(viewer);
    const { userName, passwordHash } = holder.user;
    if (passwordHash == null) {
      throw badInput('password', 'is not set; who logs in by single sign-on proves themselves there');
    }
    try {
      await this.parts.passwords.require({ userName, password, address: null }, () => true);
    } catch (error) {
      if (!(error instanceof LoupeError) || error.code !== 'INVALID_GRANT') throw error;
      throw badInput('password', 'is not your current password');
    }
    return holder;
  }

  private async opened({ viewer, ticket }: Setting): Promise<{ row: AccessToken; holder: Holder }> {
    const { database, proofs } = this.parts;
    const em = database.reader();
    const row = await proofs.ticketOf(em, ticket, ['FactorSetup', 'SessionStep']);
    const holder = row === null ? null : await proofs.holderOf(em, row.userId);
    if (row === null || holder === null) throw tooLate();
    const isOwn = viewer.kind === 'user' && viewer.userId === row.userId;
    // A log-in sets up the first factor alone: who has one shows it.
    const mayGoOn = row.purpose === 'FactorSetup' ? isOwn : !hasFactor(holder) && holder.isRequired;
    if (!mayGoOn || holder.user.status !== 'Active') throw tooLate();
    return { row, holder };
  }

  /** Adds it, and uses the ticket up: that of a log-in is a code from now on that starts the session. */
  private async add(
    { viewer, kept }: Setting,
    row: AccessToken,
    { what, name }: Added,
    work: (em: EntityManager) => Promise<void>,
  ): Promise<AddedFactor> {
    const { database, proofs, secrets, clock } = this.parts;
    return database.transaction(async ({ em }) => {
      const present = { id: row.id, purpose: row.purpose, dateRevoked: null };
      const next =
        row.purpose === 'SessionStep' ? { purpose: 'LoginLink' as const } : { dateRevoked: clock.now() };
      if ((await em.nativeUpdate(AccessToken, present, next)) !== 1) throw tooLate();
      const before = await proofs.holderOf(em, row.userId);
      if (before === null || (row.purpose === 'SessionStep' && hasFactor(before))) throw tooLate();
      await work(em);
      const author = viewer.kind === 'user' ? viewer : authorOf(before.user);
      this.write(em, author, 'secondFactor:create', before.user, [what, null, name]);
      await em.flush();
      if (!hasFactor(before)) {
        // Log-ins by the password alone end, but for the one that set this up.
        const going = kept === null ? row.tokenHash : secrets.hash(kept);
        const others = { userId: row.userId, dateRevoked: null, tokenHash: { $nin: [going, row.tokenHash] } };
        await em.nativeUpdate(AccessToken, others, { dateRevoked: clock.now() });
      }
      return { recoveryCodes: before.codesLeft > 0 ? [] : await this.replaceCodes(em, before.user) };
    });
  }

  private async remove(
    viewer: Viewer,
    after: Holder,
    [what, name]: readonly [string, string],
    work: (em: EntityManager) => Promise<unknown>,
  ): Promise<void> {
    const isLast = !hasFactor(after);
    if (isLast && after.isRequired) {
      throw new LoupeError(
        'CONFLICT',
        'Your organization asks for a second factor, and this is your last one. Add another one first.',
      );
    }
    await this.parts.database.transaction(async ({ em }) => {
      await work(em);
      if (isLast) await em.nativeDelete(RecoveryCode, { userId: after.user.id });
      this.write(em, viewer, 'secondFactor:delete', after.user, [what, name, null]);
    });
  }

  private async replaceCodes(em: EntityManager, { id: userId }: User): Promise<readonly string[]> {
    const codes = newRecoveryCodes();
    await em.nativeDelete(RecoveryCode, { userId });
    const dateCreated = this.parts.clock.now();
    for (const code of codes) {
      em.create(RecoveryCode, { codeHash: this.parts.proofs.hashOfCode(userId, code), userId, dateCreated });
    }
    return codes;
  }

  private write(
    em: EntityManager,
    viewer: Viewer,
    operation: string,
    user: User,
    [field, before, after]: readonly [string, string | null, string | null],
  ): void {
    const change = { kind: 'SecondFactor', elementId: user.id, languageCode: null, field, before, after };
    this.parts.operations.write(em, viewer, operation, { ...userSubject(user), changes: [change] });
  }
}
