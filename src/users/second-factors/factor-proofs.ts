/** Reads which second factors somebody has and needs, and whether an answer proves who they are. Each answer counts once. */
import type { Secrets } from '../../access/secrets.js';
import type { Clock } from '../../kernel/clock.js';
import type { Database, EntityManager } from '../../db/database.js';
import { isId } from '../../kernel/ids.js';
import { AccessToken, type TokenPurpose } from '../sessions/access-token.entity.js';
import { MadeRole, UserMadeRole } from '../made-roles/made-role.entity.js';
import { fixedRoleLike } from '../made-roles/made-role.rules.js';
import { type User, UserRole } from '../user.entity.js';
import { loadUser, type UserPlace } from '../user-rows.js';
import { claimedCredential, readSigned } from './passkeys.js';
import { Authenticator, Passkey, RecoveryCode, SecondFactorRule } from './second-factor.entity.js';
import { type FactorKind, isDigits, plainCode, type Site, stepOfCode } from './second-factor.rules.js';

/** A user and what they have. */
export interface Holder {
  readonly user: User;
  readonly authenticator: Authenticator | null;
  readonly passkeys: readonly Passkey[];
  readonly codesLeft: number;
  /** Whether a rule asks for a second factor. */
  readonly isRequired: boolean;
}

/** An answer to the second step. */
export interface FactorAnswer {
  /** Six digits of an authenticator, or a recovery code. */
  readonly code: string | null;
  /** The browser's word about a passkey, as JSON. */
  readonly passkey: unknown;
}

export class FactorProofs {
  constructor(
    private readonly database: Database,
    private readonly secrets: Pick<Secrets, 'hash' | 'sign' | 'decrypt'>,
    private readonly clock: Clock,
  ) {}

  async holderOf(em: EntityManager, userId: string): Promise<Holder | null> {
    const place = await loadUser(em, userId);
    if (place === null) return null;
    const passkeys = await em.find(Passkey, { userId }, { orderBy: { id: 'asc' } });
    return {
      user: place.user,
      authenticator: await em.findOne(Authenticator, { userId }),
      passkeys,
      codesLeft: await em.count(RecoveryCode, { userId }),
      isRequired: await isRequired(em, place),
    };
  }

  /** A ticket that is still good; null for others. */
  async ticketOf(
    em: EntityManager,
    ticket: string,
    purposes: readonly TokenPurpose[],
  ): Promise<AccessToken | null> {
    return em.findOne(AccessToken, {
      tokenHash: this.secrets.hash(ticket),
      purpose: { $in: [...purposes] },
      dateRevoked: null,
      dateExpires: { $gt: this.clock.now() },
    });
  }

  /** The challenge that a passkey signs for a ticket, as base64url: it is used up with the ticket. */
  challengeOf({ tokenHash }: Pick<AccessToken, 'tokenHash'>): string {
    return this.secrets.sign('passkey challenge', tokenHash);
  }

  /** The secret that an authenticator gets which is set up by a ticket. */
  newSecretOf({ tokenHash }: Pick<AccessToken, 'tokenHash'>): Buffer {
    return Buffer.from(this.secrets.sign('authenticator', tokenHash), 'base64url').subarray(0, 20);
  }

  hashOfCode(userId: string, code: string): string {
    return this.secrets.sign('recovery code', `${userId} ${plainCode(code)}`);
  }

  /** The factor that proves who somebody is, and is used up by that; null when none does. */
  async prove(
    holder: Holder,
    row: AccessToken,
    { code, passkey }: FactorAnswer,
    site: Site | null,
  ): Promise<FactorKind | null> {
    if (passkey != null) return this.provePasskey(holder, row, passkey, site);
    const typed = plainCode(code ?? '');
    return isDigits(typed) ? this.proveDigits(holder, typed) : this.proveRecovery(holder, typed);
  }

  private async proveDigits({ user, authenticator }: Holder, code: string): Promise<FactorKind | null> {
    if (authenticator === null) return null;
    const secret = Buffer.from(this.secrets.decrypt(authenticator.secretCipher), 'base64url');
    const lastStep = stepOfCode(secret, code, this.clock.now());
    if (lastStep === null) return null;
    // Of two at once, and of one that was read over somebody's shoulder, the first alone counts.
    const older = { userId: user.id, lastStep: { $lt: lastStep } };
    return (await this.change((em) => em.nativeUpdate(Authenticator, older, { lastStep }))) === 1
      ? 'Authenticator'
      : null;
  }

  private async proveRecovery({ user }: Holder, code: string): Promise<FactorKind | null> {
    const used = { codeHash: this.hashOfCode(user.id, code), userId: user.id };
    return (await this.change((em) => em.nativeDelete(RecoveryCode, used))) === 1 ? 'RecoveryCode' : null;
  }

  private async provePasskey(
    { passkeys }: Holder,
    row: AccessToken,
    answer: unknown,
    site: Site | null,
  ): Promise<FactorKind | null> {
    const claimed = claimedCredential(answer);
    const passkey = passkeys.find(({ credentialId }) => credentialId === claimed);
    if (passkey === undefined || site?.host !== passkey.host) return null;
    const counter = await readSigned(site, this.challengeOf(row), passkey, answer);
    if (counter === null) return null;
    const before = { id: passkey.id, counter: passkey.counter };
    const now = this.clock.now();
    const changed = await this.change((em) =>
      em.nativeUpdate(Passkey, before, { counter, dateLastUsed: now }),
    );
    return changed === 1 ? 'Passkey' : null;
  }

  private async change(work: (em: EntityManager) => Promise<number>): Promise<number> {
    return this.database.transaction(async ({ em }) => work(em));
  }
}

export const hasFactor = ({ authenticator, passkeys }: Pick<Holder, 'authenticator' | 'passkeys'>): boolean =>
  authenticator !== null || passkeys.length > 0;

/** Whether a rule of their organization, or of one above it, names one of their roles. */
async function isRequired(em: EntityManager, { id, path }: UserPlace): Promise<boolean> {
  const rules = await em.find(SecondFactorRule, { organizationId: { $in: path.split('/').filter(isId) } });
  if (rules.length === 0) return false;
  const fixed = (await em.find(UserRole, { userId: id })).map(({ role }) => role);
  const made = await em.find(UserMadeRole, { userId: id });
  const roles = await em.find(MadeRole, { id: { $in: made.map(({ roleId }) => roleId) } });
  const held = [...fixed, ...roles.map(({ operations }) => fixedRoleLike(operations))];
  return rules.some(
    ({ roles, emergencyUserId }) => emergencyUserId !== id && held.some((role) => roles.includes(role)),
  );
}
